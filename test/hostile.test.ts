/**
 * Text from an operator is escaped in every output, does not break the columns, and gives no
 * command to a runner that reads a log.
 */
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { sample } from './support/thorough.ts';
import { run } from './support/run.ts';
import { answer, plant } from './support/service.ts';

const hostile: Readonly<Record<string, string>> = {
  ESC: '\u001B[2J\u001B[31mred',
  'OSC 8': '\u001B]8;;http://evil.test\u0007click\u001B]8;;\u0007',
  title: '\u001B]0;t\u0007\u001B]2;t\u001B\\\u009D0;t\u009C\u001Bkt\u001B\\',
  CR: 'first\rsecond',
  LF: 'first\nsecond',
  TAB: 'first\tsecond',
  'U+202E': 'safe\u202Egpj.exe',
  C1: 'x\u009B31mred',
  surrogate: 'half \uD83D',
  CJK: '奥克兰机场取车点',
  emoji: 'Family 👨‍👩‍👧‍👦 🇳🇿 camper',
  combining: 'Taupo\u0304 Whanga\u0304rei',
  'right to left': 'مطار أوكلاند',
  'a command of GitHub': '::set-output name=total::0',
  'an older command': '##[error]forged',
};

/** Plants lists with an entry for each of `texts`, and a quote with `text` in every field. */
function operator(texts: readonly string[], text = texts.join(' ')) {
  const extras = texts.map((name, index) => ({ id: index + 1, name, price: 1.5 }));
  const answers: Readonly<Record<string, unknown>> = {
    '/depots': texts.map((name, index) => {
      const times = [{ time: name, day: `@${name}` }];
      return {
        id: index + 1,
        name,
        pickup_times: times,
        drop_off_times: times,
        opening_hours_description: name,
      };
    }),
    '/vehicles/availability': texts.map((name, index) => {
      return {
        vehicleId: index + 1,
        name,
        rentalDailyRate: index === 0 ? 9 : 1234.5,
        imageUrl: `${index === 0 ? 'file' : 'http'}://a.test/${name}`,
      };
    }),
    '/vehicles/1/accessories': extras,
    '/vehicles/1/insurance-types': extras,
    '/quotes': {
      quoteId: text,
      expiresAt: '2030-01-01T00:00:00Z',
      currency: text,
      totalAmount: 6,
      note: text,
      priceBreakdown: {
        rentalFee: 1,
        routeFee: 0,
        accessoriesFee: 3,
        insuranceFee: 2,
        accessories: [{ id: 1, name: text, cost: 3, quantity: 2 }],
        insurance: { id: 1, name: text, cost: 2 },
      },
    },
  };
  return plant(async ({ url }) => {
    const { pathname } = new URL(url);
    return pathname === '/refused/depots'
      ? answer(400, { error: text })
      : answer(200, answers[pathname]);
  });
}

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2030-01-05', '--to', '2030-01-12'];
/**
 * Control characters except the line break, bidi controls and lone surrogates, which are never
 * printed.
 */
const printedControl = /[^\P{Cc}\n]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** As a runner finds them: at the start of a line, and in the older form anywhere. */
const printedCommand = /^\s*::[a-z]|##[a-z]*\[/im;

const texts = ['plain', ...Object.values(hostile)];

/** What the program itself writes to a terminal: colours alone. */
const ownSequence = /\u001B\[[0-9;]*m/g;

/**
 * Runs a command on a wide terminal with colours, and on one without. Returns what the
 * latter prints.
 */
async function shown(args: readonly string[], expected = 0) {
  const options = { tty: ['stdout', 'stderr'], columns: 80 } as const;
  const env = { TERM: 'xterm-256color' };
  const coloured = await run(args, { ...options, columns: 200, env });
  const plain = await run(args, { ...options, env: { NO_COLOR: '1' } });
  const whole = coloured.stdout + coloured.stderr;
  expect(whole).toMatch(ownSequence);
  for (const text of [whole.replace(ownSequence, ''), plain.stdout + plain.stderr]) {
    expect(text).not.toMatch(printedControl);
    expect(text).not.toMatch(printedCommand);
  }
  expect([coloured.code, plain.code]).toEqual([expected, expected]);
  const tooWide = plain.stdout.split('\n').filter((line) => stringWidth(line) > 80);
  // Addresses are never cut, so that they can be copied.
  expect(tooWide.filter((line) => !line.startsWith('http'))).toEqual([]);
  return plain;
}

test.each([
  ['depots', [], /@/],
  ['availability', trip, /\.[05]0(?= |$)/],
])('rental %s keeps its columns aligned', async (command, flags, inColumn) => {
  const { stdout } = await shown([command, ...flags, '--base-url', operator(texts).baseUrl]);
  const rows = stdout.split('\n').filter((each) => inColumn.test(each));
  expect(rows).toHaveLength(texts.length);
  expect(
    new Set(rows.map((row) => stringWidth(row.slice(0, row.search(inColumn))))),
  ).toHaveProperty('size', 1);
});

// The texts that could do something: the test above measures the columns of all. A command has a
// row alone, because it counts only at the start of a line.
test.each(
  sample(
    [
      ['ESC', 'OSC 8', 'CR', 'LF', 'U+202E', 'C1', 'title', 'surrogate'],
      ['a command of GitHub'],
      ['an older command'],
    ],
    3,
  ),
)("an operator's text with %s is escaped in quotes, comparisons and errors", async (...names) => {
  const text = names.map((name) => hostile[name] ?? '').join(' ');
  const base = ['--base-url', operator([text, text], text).baseUrl];
  const chosen = ['--accessory', '1,1', '--insurance', '1'];
  await shown(['plan', ...trip, '--vehicle', '1', ...chosen, ...base]);
  await shown(['extras', '1', ...base]);
  // Its quotes have extras that were not requested.
  await shown(['compare', ...trip, ...base], 8);
  const refused = ['depots', '--base-url', `${base[1]}/refused`];
  const { stderr } = await shown(refused, 3);
  expect(stderr).toMatch(/^error: [^\n]*\n( {2}[^\n]*\n)*(hint: [^\n]*\n)?$/);
  const json = await run([...refused, '--json']);
  expect(json.stderr).not.toMatch(printedControl);
  expect(JSON.parse(json.stderr)).toHaveProperty('error.code', 'refused');
});

test.each(
  sample(
    [
      ['plain', 503],
      ['json', 503],
      ['csv', 429],
      ['table', 503],
      ['plain', 404],
    ],
    3,
  ),
)(
  'why smoke could not check a service is escaped on stderr: %s, status %i',
  async (format, status) => {
    const text = [...Object.values(hostile), '\n::error::forged'].join(' ');
    const { baseUrl } = plant(async () => answer(status, { error: text }));
    const line = ['smoke', '--base-url', baseUrl, '--format', format, '--max-wait', '0s'];
    for (const flags of [[], ['-q'], ['--retries', '0']]) {
      const { stdout, stderr } = await run([...line, ...flags]);
      expect(stdout + stderr).toContain('red');
      for (const printed of [stdout.replaceAll('\t', ' ').replaceAll('\r\n', '\n'), stderr]) {
        expect(printed).not.toMatch(printedControl);
        expect(printed).not.toContain('##[');
      }
      expect(stderr).not.toMatch(printedCommand);
    }
  },
);

test.each(['plain', 'csv', 'ndjson', 'json'])(
  "an operator's text is escaped in a pipe as %s",
  async (format) => {
    const { stdout } = await run([
      'depots',
      '--base-url',
      operator(texts).baseUrl,
      '--format',
      format,
    ]);
    expect(stdout.replaceAll('\t', ' ').replaceAll('\r\n', '\n')).not.toMatch(printedControl);
    // Data keeps its colons: a program reads it.
    expect(stdout).toContain('::set-output');
    expect(stdout).not.toContain('##[');
    if (format !== 'json') return;
    expect((JSON.parse(stdout) as { name: string }[]).map((depot) => depot.name)).toEqual(texts);
  },
);
