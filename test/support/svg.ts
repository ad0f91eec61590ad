/** Draws lines of HTML, as `emulator` gives them, as an SVG picture of a terminal's window. */
const cell = { width: 8.4, height: 18 };
const margin = { left: 16, top: 44, bottom: 16 };
const font =
  "14px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export function svgOf(lines: readonly string[], columns: number, title: string): string {
  const width = Math.ceil(columns * cell.width + 2 * margin.left);
  const height = margin.top + lines.length * cell.height + margin.bottom;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${colour}"/>`,
  );
  const pre = `<pre xmlns="http://www.w3.org/1999/xhtml" style="margin: 0; color: #d8dee9; font: ${font}">`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>`,
    ...dots,
    `<foreignObject x="${margin.left}" y="${margin.top}" width="100%" height="100%">`,
    `${pre}${lines.join('\n')}</pre>`,
    '</foreignObject>',
    '</svg>',
    '',
  ].join('\n');
}
