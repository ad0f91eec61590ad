/** Draws what a terminal shows as an SVG picture of its window. */
import serialize from '@xterm/addon-serialize';
import xterm from '@xterm/headless';

const cell = { width: 8.4, height: 18 };
const margin = { left: 16, top: 44, bottom: 16 };
const font = "14px/18px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";

/** Of a command as it is typed, and of what it printed. */
export async function svgOf(typed: string, printed: string, columns: number, title: string): Promise<string> {
  const lines = await linesOf(`\u001B[1m${typed}\u001B[0m\r\n${printed}`, columns);
  const width = Math.ceil(columns * cell.width + 2 * margin.left);
  const height = margin.top + lines.length * cell.height + margin.bottom;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${colour}"/>`,
  );
  const pre = `<pre xmlns="http://www.w3.org/1999/xhtml" style="margin: 0; color: #d8dee9; font: ${font}">`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${title.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="#1b1f27"/>`,
    ...dots,
    `<foreignObject x="${margin.left}" y="${margin.top}" width="100%" height="100%">`,
    `${pre}${lines.join('\n')}</pre>`,
    '</foreignObject>',
    '</svg>',
    '',
  ].join('\n');
}

/** Each line as HTML, without spaces at its end. */
async function linesOf(text: string, columns: number): Promise<string[]> {
  const view = new xterm.Terminal({ cols: columns, rows: 300, allowProposedApi: true });
  const addon = new serialize.SerializeAddon();
  view.loadAddon(addon);
  await new Promise<void>((drawn) => view.write(text, drawn));
  const lines = Array.from({ length: view.rows }, (_, row) => {
    // One by one: in a range, a line does not go on with the look of the line before.
    const html = addon.serializeAsHTML({ range: { startLine: row, endLine: row, startCol: 0 } });
    const [line = ''] = /(?<=<div>).*(?= *<\/span><\/div><\/div>)/.exec(html) ?? [];
    return `${line.trimEnd()}</span>`.replaceAll('<span></span>', '');
  });
  view.dispose();
  return lines.slice(0, lines.findLastIndex(Boolean) + 1);
}
