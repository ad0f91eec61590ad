/** Texts of lines of HTML, as `emulator` gives them. */

/** Those that the program uses, as the emulator draws them. */
const colours = new Map(
  Object.entries({ '#cc0000': 'red', '#4e9a06': 'green', '#c4a000': 'yellow', '#06989a': 'cyan' }),
);

export function textOf(lines: readonly string[]): string {
  return joined(lines, (text) => text);
}

/** The text with the look of each piece in braces, such as `{bold cyan:Total}`. */
export function markedText(lines: readonly string[]): string {
  return joined(lines, (text, look) => {
    const isSeen = look.includes('on-') || (look !== '' && text.trim() !== '');
    return isSeen ? `{${look}:${text}}` : text;
  });
}

function joined(lines: readonly string[], show: (text: string, look: string) => string): string {
  const shown = lines.map((line) =>
    line.replace(
      /<span(?: style='([^']*)')?>(.*?)<\/span>/g,
      (_, style: string = '', text: string) =>
        show(text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'), lookOf(style)),
    ),
  );
  return shown.map((line) => line.trimEnd()).join('\n');
}

function lookOf(style: string): string {
  const has = (property: string): boolean => style.includes(property);
  const colour = (property: string): string | undefined => {
    const [, value] = new RegExp(`(?:^|; )${property}: (.*?);`).exec(style) ?? [];
    return value && (colours.get(value) ?? value);
  };
  const background = colour('background-color');
  const flags = [has('font-weight') && 'bold', has('opacity') && 'dim'];
  return [...flags, colour('color'), background && `on-${background}`].filter(Boolean).join(' ');
}
