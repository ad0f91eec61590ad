/** How the output was wished for, where the command line could not be understood: its error follows that all the same. */

export interface Said {
  readonly json: boolean;
  readonly color: 'auto' | 'always' | 'never';
}

/** Never throws; a guess from the words themselves. */
export function outputSaid(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Said {
  const line = argv.join(' ');
  const isOn = (name: string): boolean => !['', '0', 'false', 'no'].includes((env[name] ?? '').toLowerCase());
  const json = argv.includes('--json') || isOn('RENTAL_JSON');
  const format = /(?:^| )--format[= ](\w+)/.exec(line)?.[1] ?? env['RENTAL_FORMAT'];
  const color = /(?:^| )--color[= ](\w+)/.exec(line)?.[1] ?? (argv.includes('--no-color') ? 'never' : undefined);
  const variable = env['RENTAL_COLOR'] ?? (isOn('RENTAL_NO_COLOR') ? 'never' : 'auto');
  return { json: json || format?.toLowerCase() === 'json', color: colourOf((color ?? variable).toLowerCase()) };
}

function colourOf(word: string): Said['color'] {
  return word === 'always' || word === 'never' ? word : 'auto';
}
