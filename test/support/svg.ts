/** Draws what a terminal shows as an SVG picture: one text element for each piece of a line that looks the same. */
import stringWidth from 'string-width';
import type { Piece } from './styled-screen.ts';

const cell = { width: 8.4, height: 18 };
const margin = { left: 16, top: 44, bottom: 16 };
const text = '#d8dee9';
const dimText = '#8b95a7';
const background = '#1b1f27';
/** The first 16 colours: those that a terminal's theme chooses. */
const theme = [
  ...['#3b4252', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d8dee9'],
  ...['#6b7486', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'],
];

export function svgOf(lines: readonly Piece[][], columns: number, title: string): string {
  const width = Math.ceil(columns * cell.width + 2 * margin.left);
  const height = margin.top + lines.length * cell.height + margin.bottom;
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
    (colour, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${colour}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    ...lines.flatMap((line, row) => line.flatMap((piece) => drawPiece(piece, row))),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function drawPiece(piece: Piece, row: number): string[] {
  const y = margin.top + row * cell.height;
  const ink = colour(piece.foreground) ?? (piece.dim ? dimText : text);
  const paper = colour(piece.background);
  const place = `x="${left(piece.column)}" y="${y}"`;
  const size = `width="${round(piece.width * cell.width)}" height="${cell.height}"`;
  const rectangle = paper === undefined ? [] : [`<rect ${place} ${size} fill="${paper}"/>`];
  const look = `fill="${ink}"${piece.bold ? ' font-weight="bold"' : ''}`;
  // SVG makes one space of several, so text is drawn in parts that have none.
  const phrases = [...piece.text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: phrase, index }) => {
    const x = left(piece.column + stringWidth(piece.text.slice(0, index)));
    // The given length keeps the columns aligned, whatever the font.
    const length = `textLength="${round(stringWidth(phrase) * cell.width)}" lengthAdjust="spacingAndGlyphs"`;
    return `<text x="${x}" y="${y + 14}" ${length} ${look}>${escapeXml(phrase)}</text>`;
  });
  return [...rectangle, ...phrases];
}

function left(column: number): number {
  return round(margin.left + column * cell.width);
}

/** A colour of the 256-colour palette as a terminal shows it. */
function colour(index: number | undefined): string | undefined {
  if (index === undefined) return undefined;
  if (index < 16) return theme[index];
  if (index >= 232) return hex([1, 1, 1].map((part) => part * (8 + (index - 232) * 10)));
  const cube = index - 16;
  const steps = [0, 95, 135, 175, 215, 255];
  return hex([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((step) => steps[step] ?? 0));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
