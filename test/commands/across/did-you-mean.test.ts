/** A word that is mistyped gets the nearest one that exists, with every kind of word. */
import { expect, test } from 'vitest';
import { configuredEnvironment } from '../../support/environment.ts';
import { run } from '../../support/run.ts';

const trip = ['--pick-up', '1', '--from', '+30d', '--to', '+7d', '--sandbox'];
const toTrip = ['--from', '+30d', '--to', '+7d', '--sandbox'];

test.each([
  ['a command', ['qoute', '101'], 'quote'],
  ['a topic', ['help', 'enviroment'], 'environment'],
  ['a flag', ['quote', '101', '--pickup', '1'], '--pick-up'],
  ['a choice', ['depots', '--sandbox', '--format', 'nsjson'], 'ndjson'],
  ['a field', ['depots', '--sandbox', '--fields', 'nmae'], 'name'],
  ['an operator', ['depots', '--operator', 'lukcy'], 'lucky'],
  ['a depot', ['quote', '101', '--pick-up', 'quenstown', ...toTrip], 'Queenstown (10)'],
  ['a vehicle', ['quote', 'ruru 2-berth campervna', ...trip], 'Ruru 2-berth Campervan (101)'],
  ['an accessory', ['quote', '101', ...trip, '--accessory', 'child saet'], 'Child seat (301)'],
  ['a check', ['smoke', '--list', '--only', 'depots-anwser'], 'depots-answer'],
  ['a shell', ['completion', 'powershel'], 'powershell'],
  ['a document', ['schema', 'qoute'], 'quote'],
  ['a subcommand', ['operators', 'defualt', 'lucky'], 'default'],
  ['a field of an operator', ['operators', 'set', 'lucky', 'time-zome', 'x'], 'time-zone'],
  ['a subcommand of trips', ['trips', 'wach'], 'watch'],
])('%s that is mistyped gets the nearest one', async (what, line, expected) => {
  const baseUrl = 'http://127.0.0.1:9/api';
  const env = configuredEnvironment({
    default: 'lucky',
    operators: { lucky: { baseUrl }, happy: { baseUrl } },
  });
  const { code, stderr } = await run(line, { env });
  expect([code, stderr]).toEqual([
    what === 'a vehicle' ? 1 : 2,
    expect.stringContaining(`hint: did you mean ${expected}`),
  ]);
});

test.each([
  ['depots -o json', 'did you mean --format json?'],
  ['-o json depots', 'did you mean --format json?'],
  ['depots -ocsv', 'did you mean --format csv?'],
  ['trips -o=CSV', 'did you mean --format csv?'],
  ['trips -o csv', 'did you mean --format csv?'],
  ['depots --output json', 'did you mean --format json?'],
  ['depots --output=jsonl', 'did you mean --format ndjson?'],
  [
    'depots --output depots.json',
    '--format sets the format; to write to a file, redirect the output: > file',
  ],
  ['depots -o', '--format sets the format; to write to a file, redirect the output: > file'],
  ['depots --csv', 'did you mean --format csv?'],
  ['--csv depots', 'did you mean --format csv?'],
  ['depots --tsv', 'did you mean --format plain?'],
  ['depots -r', 'did you mean --rate-limit, --retries or --refresh?'],
  ['availability -f fri', 'did you mean --from, --format or --fields?'],
  ['trips list -x', 'rental trips list --help shows how it is used'],
  ['compare --sort total', 'compare ranks by total; --group-by ranks the best of each group'],
  ['depots --sort name', 'rental compare ranks by total; no command takes another order'],
  ['compare --days 5', 'did you mean --nights?'],
  ['depots --days 5', 'rental depots --help shows how it is used'],
  ['depots --url=https://a.test', 'did you mean --base-url?'],
  ['book', 'did you mean book-link?'],
  ['help book', 'did you mean book-link?'],
  ['vehicles', 'did you mean availability?'],
  ['ls', 'did you mean depots, trips list or operators list?'],
  ['list', 'did you mean depots, trips list or operators list?'],
  ['LS trips', 'did you mean depots, trips list or operators list?'],
  ['search', 'did you mean availability or compare?'],
  ['trips stop north', 'did you mean remove?'],
  ['trips delete north', 'did you mean remove?'],
  ['trips watch north --below 900', 'did you mean --target?'],
  ['quote 101 --report a.html', 'rental compare, rental trips show and rental smoke have --report'],
  ['book-link --ics a.ics', 'rental plan, rental quote and rental trips show have --ics'],
  ['depots --sandbox b', 'did you mean --sandbox=b?'],
  ['availability --sandbox a,b', 'did you mean --sandbox=a,b?'],
  ['quote 101 --nights -3', 'for example --nights 7'],
  ['depots --format xml', 'for example --format csv'],
  ['compare --max-requests 0', 'for example --max-requests 300'],
  ['compare --pick-up 1 --from +30d --nights 9..7 --sandbox', 'write 7..9'],
  [
    'compare --pick-up 1 --from +30d --nights 7 --sandbox --report trip.pdf',
    'name it trip.html; a browser prints it as a PDF',
  ],
  ['quote 101 --pick-up 1 --from +30d --nights 7 --sandbox --ics trip.pdf', 'name it trip.ics'],
  [
    'depots --sandbox --rate-limit 9/9s',
    'leave one out; rental sandbox --rate-limit serves it with another limit',
  ],
  ['sandbox --defect all', 'rental smoke --list shows the names of the checks'],
  [
    'quote 101 --pick-up 1 --from +30d --nights 7 --sandbox --qr',
    'leave out --qr, or add --format table',
  ],
  [
    'compare --group-by vehicle,depots',
    'it groups by one thing only: run the command once for each',
  ],
  [
    'compare --group-by date --group-by nights',
    'it groups by one thing only: run the command once for each',
  ],
  ['rm north', 'did you mean trips remove or operators remove?'],
  ['check north', 'did you mean trips check?'],
  ['trips ls', 'did you mean list?'],
  ['trips rm north', 'did you mean remove?'],
  ['help trips rm', 'did you mean remove?'],
  ['operators delete lucky', 'did you mean remove?'],
])('rental %s gets the hint: %s', async (line, hint) => {
  expect(await run(line.split(' '))).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^error: .*\n/) as string,
  });
  expect((await run(line.split(' '))).stderr.split('\n').slice(1)).toEqual([`hint: ${hint}`, '']);
});

test.each([['--jq .[].name -r'], ['-r --jq=.[].name']])(
  'depots %s: -r, as jq has it, gets the hint to leave it out',
  async (flags) => {
    const { stderr } = await run(['depots', '--sandbox', ...flags.split(' ')]);
    expect(stderr).toContain('"hint":"leave it out: --jq prints texts without quotes"');
  },
);

test.each(['constructor', '__proto__'])(
  '%s is a word like any other, also where a choice is wanted',
  async (word) => {
    expect(await run(['depots', '--sandbox', '--format', word])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `takes one of table, plain, json, ndjson, csv, not "${word}"`,
      ) as string,
    });
  },
);

test('a word that is near to none gets the list of all', async () => {
  expect((await run(['completion', 'tcsh'])).stderr).toContain(
    'hint: shells: bash, zsh, fish, powershell\n',
  );
});
