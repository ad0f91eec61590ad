/** The lines of an example command, which a shell reads as one when they are copied. */

/** A long command continues on further lines, which start with flags where they can. */
export function exampleLines(example: string, width: number): string[] {
  // A flag and its value, a quoted text and the end of a pipe stay together.
  const parts = example.match(/(?:\|.*|--[\w-]+(?:=\S+)?(?: (?!--|\|)(?:"[^"]*"|\S+))?|"[^"]*"|\S+)/g) ?? [example];
  const lines = wrapParts(parts, width - 2 - ' \\'.length);
  return lines.map((line, index) => {
    return `${index === 0 ? '  ' : '    '}${line}${index === lines.length - 1 ? '' : ' \\'}`;
  });
}

function wrapParts(parts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const room = lines.length === 1 ? width : width - 2;
    if (line === undefined || line.length + 1 + part.length > room) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines;
}
