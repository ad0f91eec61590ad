/** Tables in Markdown, as docs/speed.md has them. */
type Cell = string | number;

export function printTable(
  title: string,
  header: readonly Cell[],
  rows: readonly (readonly Cell[])[],
): void {
  const lines = [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  console.log(`${title}\n\n${lines.join('\n')}\n`);
}
