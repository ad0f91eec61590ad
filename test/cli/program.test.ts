import { expect, test } from 'vitest';
import { helpText } from '../../src/cli/help/index.ts';
import { topicNames } from '../../src/cli/help/topics.ts';
import { withSubcommands } from '../../src/cli/command.ts';
import { readCommandLine } from '../../src/cli/program.ts';
import { commands } from '../../src/commands/index.ts';
import { UsageError } from '../../src/base/errors.ts';
import { createPalette } from '../../src/terminal/colour.ts';

const palette = createPalette({}, {}, 'never');
const names = withSubcommands(commands).map(({ name }) => name);

/** Returns the command, options and global flags that a handler gets for a command line. */
async function read(line: string | readonly string[], width = 80) {
  const words = typeof line === 'string' ? line.split(' ') : line;
  const invocation = await readCommandLine(words, commands);
  if (invocation.kind === 'version') return { text: invocation.text };
  if (invocation.kind === 'help')
    return { text: await helpText(invocation.subject, commands, { width, palette }) };
  const { command, options, globals } = invocation;
  return { command: command.name, options, globals };
}

const trip = { pickUp: 'auckland', from: '+30d', to: '+7d' };
const tripLine = '--pick-up auckland --from +30d --to +7d';

test.each([
  ['depots', {}, {}],
  [`availability ${tripLine}`, trip, {}],
  [
    'availability --pick-up-depot-id 1 --drop-off-depot-id 2 --pick-up-date fri --drop-off-date=+2d',
    { pickUp: '1', dropOff: '2', from: 'fri', to: '+2d' },
    {},
  ],
  ['book-link --pick-up-depot-id 1', { pickUp: '1' }, {}],
  [
    ['quote', '12', '--accessory', '1,2', '--accessory', 'Baby seat', '--insurance', 'none'],
    { vehicle: '12', accessory: ['1,2', 'Baby seat'], insurance: ['none'] },
    {},
  ],
  [`quote --accessory 3 12 ${tripLine}`, { vehicle: '12', ...trip, accessory: ['3'] }, {}],
  [
    'quote 12 --accessory-ids 1,1 --insurance-id 4',
    { vehicle: '12', accessory: ['1,1'], insurance: ['4'] },
    {},
  ],
  [
    ['quote', '12', '--accessory', 'Seat\\, rear'],
    { vehicle: '12', accessory: ['Seat\\, rear'] },
    {},
  ],
  [
    ['quote', '12', '--insurance', 'Full\\, gold'],
    { vehicle: '12', insurance: ['Full\\, gold'] },
    {},
  ],
  [['quote', 'Kea\\, red'], { vehicle: 'Kea, red' }, {}],
  ['quote --insurance=-1 -5', { vehicle: '-5', insurance: ['-1'] }, {}],
  ['compare --insurance a:9 --insurance-id b:11', { insurance: ['a:9', 'b:11'] }, {}],
  ['quote 12 --ics a.ics --qr', { vehicle: '12', ics: 'a.ics', qr: true }, {}],
  [`book-link 12 ${tripLine} --open`, { vehicle: '12', ...trip, open: true }, {}],
  ['sandbox --defect quote-ids,site-book', { defect: ['quote-ids', 'site-book'] }, {}],
  ['smoke --strict --min-checks 30 --nights 9', { strict: true, minChecks: 30, nights: 9 }, {}],
  ['--sandbox --json depots', {}, { sandbox: ['a'], json: true }],
  ['depots -v --verbose -q', {}, { verbose: true, quiet: true }],
  ['depots --no-input --no-color --no-wait', {}, { noInput: true, noColor: true, noWait: true }],
  ['depots --format CSV', {}, { format: 'csv' }],
  ['depots --timeout 10m --max-wait 24h', {}, { timeout: 600_000, maxWait: 86_400_000 }],
  ['depots --sandbox taupo', { search: 'taupo' }, { sandbox: ['a'] }],
  ['--sandbox=a,B depots', {}, { sandbox: ['a', 'b'] }],
  ['operators show lucky', { name: 'lucky' }, {}],
  [
    'operators --json add sunny https://a.test --no-check',
    { name: 'sunny', baseUrl: 'https://a.test', noCheck: true },
    { json: true },
  ],
  ['operators', {}, {}],
  ['trips', {}, {}],
  ['trips check it --all', { name: 'it', all: true }, {}],
  ['trips --max-total 5 --json check it', { name: 'it', maxTotal: '5' }, { json: true }],
  [
    'trips --limit 3 show it --ics a.ics --qr',
    { name: 'it', limit: 3, ics: 'a.ics', qr: true },
    {},
  ],
  ['trips watch it --every 1m', { name: 'it', every: 60_000 }, {}],
  [
    'operators --time-zone UTC add sunny https://a.test',
    { name: 'sunny', baseUrl: 'https://a.test', timeZone: 'UTC' },
    {},
  ],
  ['depots --sandbox --sandbox', {}, { sandbox: ['a'] }],
  ['depots -- --json', { search: '--json' }, {}],
  ['depots --sandbox -- --sandbox', { search: '--sandbox' }, { sandbox: ['a'] }],
] as const)(
  '%j becomes a command, its options and the global flags',
  async (line, options, globals) => {
    const words = [line].flat().join(' ').split(' ');
    const command = names.findLast((name) => name.split(' ').every((word) => words.includes(word)));
    expect(await read(line)).toEqual({ command, options, globals });
  },
);

test.each([
  ['frobnicate', /unknown command "frobnicate"/, /^rental --help shows/],
  [
    'smoke https://a.test',
    /is one too many/,
    /give an address with --base-url; rental smoke --help/,
  ],
  ['sandbox b', /is one too many/, /^rental sandbox --help shows how it is used$/],
  ['depots a b', /is one too many/, /put quotes around a name.*rental depots --help/],
  [
    'quote 11 --pick-up auckland airport --from +3d',
    /"airport" is one too many/,
    /put quotes around a name/,
  ],
  ['quote 11 --pick-up 1 --from +3d extra', /"extra" is one too many/, /put quotes around a name/],
  ['trips --all check a b', /"b" is one too many/, /rental trips check --help/],
  [
    'help dates extra',
    /^rental help dates takes no arguments; "extra" is one too many$/,
    /^rental help dates explains/,
  ],
  ['quote', /needs <vehicle>/, /rental quote --help/],
  ['depots --format', /'--format <value>' argument missing/, /--help/],
  [
    'depots --format xml',
    /--format takes one of table, plain, json, ndjson, csv, not "xml"/,
    /^for example --format csv$/,
  ],
  [
    'depots --retries -1',
    /--retries takes a whole number from 0 to 10/,
    /^for example --retries 2$/,
  ],
  [
    'sandbox --port 99999',
    /--port takes a whole number from 0 to 65535/,
    /^for example --port 8080$/,
  ],
  ['depots --sandbox=c', /--sandbox takes a, b, on or off, not "c"/, /^for example --sandbox=b/],
  ['depots --sandbox=off', /--sandbox cannot be turned off by =off/, /^leave --sandbox out/],
  ['depots --sandbox=', /--sandbox has no value/, /sample data/],
  [['quote', '12', '--from', ''], /--from has no value/, /pick-up date/],
  [['quote', '12', '--accessory', ' ,'], /--accessory has no value/, /accessory/],
  [
    'depots --operator --json',
    /--operator has no value, because --json follows it/,
    /cannot begin with a dash/,
  ],
  ['--base-url -v depots', /--base-url has no value, because -v follows it/, /cannot begin/],
  [
    'depots --timeout 0',
    /--timeout takes a duration from 1ms to 10m, such as 500ms, 30s or 5m, not "0"/,
    /default: 15s/,
  ],
  [
    'trips watch it --every 5s',
    /--every takes a duration from 1m to 24h, such as 5m or 2h, not "5s"/,
    /rounds/,
  ],
  [
    'depots --max-wait 25h',
    /--max-wait takes a duration from 0s to 24h, such as 500ms, 30s, 5m or 2h/,
    /longest wait/,
  ],
  [
    'completion',
    /^completion needs a shell: bash, zsh, fish or powershell$/,
    /^rental completion <shell>$/,
  ],
  [
    'depots --timeout 601s',
    /takes a duration from 1ms to 10m, such as .*, not "601s"/,
    /up to 10m/,
  ],
  ['--sandbox', /no command given/, /--help/],
  ['operators chekc', /rental operators has no subcommand "chekc"/, /^subcommands: list, show/],
  ['operators ads', /rental operators has no subcommand "ads"/, /^did you mean add\?/],
  [
    'operators --no-check list',
    /unknown option "--no-check"/,
    /^rental operators add and rental operators set have --no-check$/,
  ],
  ['help operators shwo', /rental operators has no subcommand "shwo"/, /^did you mean show\?/],
  ['operators add lucky', /needs <base-url>/, /^rental operators add --help/],
  ['operators default a b', /is one too many/, /rental operators default --help/],
  ['trips chekc', /rental trips has no subcommand "chekc"/, /^did you mean check\?/],
  ['trips show', /^trips show needs a name$/, /^rental trips show <name>$/],
  ['trips list it', /is one too many/, /rental trips list --help/],
  ['trips history it --target 5', /unknown option "--target"/, /^rental trips watch has --target$/],
  ['trips show watch --every 5m', /unknown option "--every"/, /^rental trips show --help/],
  ['help trips chekc', /rental trips has no subcommand "chekc"/, /^did you mean check\?/],
  ['--json help nope', /there is no help for "nope"/, /topics and commands: names, dates, /],
] as const)('%j is a usage error with a hint: %s', async (line, message, hint) => {
  const error = await read(line).catch((thrown: unknown) => thrown as UsageError);
  expect(error).toBeInstanceOf(UsageError);
  expect(error).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
});

test.each([[[]], [['--help']], [['-h']], [['help']], [['help', 'help']], [['help', 'version']]])(
  'rental with %j shows one screen with every command and topic',
  async (line) => {
    const { text = '' } = await read(line);
    expect(text).toMatch(/^BROWSE:$/m);
    for (const { name } of commands) expect(text).toMatch(new RegExp(`^ +${name}  `, 'm'));
    expect(text.replace(/\s+/g, ' ')).toContain(`rental help <topic>: ${topicNames.join(', ')}`);
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(40);
  },
);

/** In lines, so that the help fits a screen. The default is 32. */
const maxLines: Readonly<Record<string, number>> = { compare: 47, plan: 36, quote: 35 };
const headings = /^(USAGE|ARGUMENTS|SUBCOMMANDS|TRIP|FLAGS|EXAMPLES|Global flags)\b/gm;

test.each(names)('rental %s --help teaches: usage, purpose, flags, examples', async (name) => {
  const { text = '' } = await read([...name.split(' '), '--help']);
  expect(text).toMatch(/^USAGE: rental .*\n(?: {2}.*\n)*\n[A-Z][^]*?\.\n\n/);
  expect(text).toMatch(/^EXAMPLES:\n {2}# [^a-z].*\n {2}\S/m);
  const order = ['USAGE', 'ARGUMENTS', 'SUBCOMMANDS', 'TRIP', 'FLAGS', 'EXAMPLES', 'Global flags'];
  const found = [...text.matchAll(headings)].map(([, heading = '']) => heading);
  expect(found).toEqual(order.filter((heading) => found.includes(heading)));
  expect(text).toContain(
    '\nGlobal flags such as --json, --operator, --sandbox: rental help flags\n',
  );
  expect(text).not.toContain('--max-wait <');
  expect(text).not.toContain('depot-id');
  expect(text.split('\n').length).toBeLessThanOrEqual(maxLines[name] ?? 32);
  if (topicNames.every((topic) => topic !== name))
    expect((await read(['help', ...name.split(' ')])).text).toBe(text);
});

test('rental help flags has the flags of the limit under one heading', async () => {
  const { text = '' } = await read('help flags');
  const [, group = ''] = /^RATE LIMIT AND RETRIES:\n((?: .*\n)+)/m.exec(text) ?? [];
  const names = ['rate-limit', 'budget-url', 'max-wait', 'no-wait', 'timeout', 'retries'];
  expect([...group.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name)).toEqual(names);
  for (const name of names) expect(text.match(new RegExp(`^  --${name}\\b`, 'gm'))).toHaveLength(1);
});

test('rental shows its version with -V, --version and version', async () => {
  for (const line of [['-V'], ['--version'], ['version'], ['depots', '-V']]) {
    expect((await read(line)).text).toMatch(/^\d+\.\d+\.\d+\n$/);
  }
});

test.each([[[]], ...names.map((name) => [[...name.split(' '), '--help']]), [['help', 'flags']]])(
  'the text of rental with %j fits into 60 columns',
  async (line) => {
    const { text = '' } = await read(line, 60);
    // Commands are copied whole.
    const long = text
      .split('\n')
      .filter((one) => one.length > 60 && !/^ {2}(rental|.*\| rental)/.test(one));
    expect(long).toEqual([]);
  },
);

test('no line of a help page ends within an example or between a flag and its value', async () => {
  for (const columns of [60, 70, 80]) {
    const { text: plan = '' } = await read('plan --help', columns);
    for (const example of ['`rental plan --json > trip.json`', '"20 dec"'])
      expect(plan).toContain(example);
    const { text: compare = '' } = await read('compare --help', columns);
    for (const flag of ['--pick-up <a,b>', '--from <date|A..B>', '--nights <n|a..b>'])
      expect(compare.split('\n\n')[0]).toContain(flag);
  }
});

test('help with a topic that is also a command names the help of the command', async () => {
  expect((await read(['help', 'limits'])).text).toContain('rental limits --help\n');
  expect((await read(['limits', '--help'])).text).toMatch(/rental help <topic>: limits$/m);
});
