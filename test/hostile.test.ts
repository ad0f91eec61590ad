/** Text from an operator is escaped in every output, does not break the columns, and gives no command to a runner that reads a log. */
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { run } from './support/run.ts';
import { answer, plant } from './support/service.ts';

const hostile: Readonly<Record<string, string>> = {
  ESC: '\u001B[2J\u001B[31mred',
  'OSC 8': '\u001B]8;;http://evil.test\u0007click\u001B]8;;\u0007',
  BEL: 'ding\u0007',
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
function operator(texts: readonly string[], text = texts.join(' '), others: Readonly<Record<string, unknown>> = {}) {
  const extras = texts.map((name, index) => ({ id: index + 1, name, price: 1.5 }));
  const answers: Readonly<Record<string, unknown>> = {
    '/depots': texts.map((name, index) => {
      const times = [{ time: name, day: `@${name}` }];
      return { id: index + 1, name, pickup_times: times, drop_off_times: times, opening_hours_description: name };
    }),
    '/vehicles/availability': texts.map((name, index) => {
      return { vehicleId: index + 1, name, rentalDailyRate: index === 0 ? 9 : 1234.5, imageUrl: `@${name}` };
    }),
    '/vehicles/1/accessories': extras,
    '/vehicles/1/insurance-types': extras,
    '/quotes': {
      ...{ quoteId: text, expiresAt: '2030-01-01T00:00:00Z', currency: text, totalAmount: 6, note: text },
      priceBreakdown: {
        ...{ rentalFee: 1, routeFee: 0, accessoriesFee: 3, insuranceFee: 2 },
        accessories: [{ id: 1, name: text, cost: 3, quantity: 2 }],
        insurance: { id: 1, name: text, cost: 2 },
      },
    },
    ...others,
  };
  return plant(async ({ url }) => {
    const { pathname } = new URL(url);
    return pathname === '/refused/depots' ? answer(400, { error: text }) : answer(200, answers[pathname]);
  });
}

const trip = ['--pick-up', '1', '--drop-off', '2', '--from', '2030-01-05', '--to', '2030-01-12'];
/** Control characters except the line break, bidi controls and lone surrogates, which are never printed. */
const printedControl = /[^\P{Cc}\n]|[\u200E\u200F\u202A-\u202E\u2066-\u2069]|\p{Cs}/u;

/** As a runner finds them: at the start of a line, and in the older form anywhere. */
const printedCommand = /^\s*::[a-z]|##[a-z]*\[/im;

const texts = ['plain', ...Object.values(hostile)];

async function expectClean(args: readonly string[]): Promise<string> {
  const ended = await run(args, { tty: ['stdout', 'stderr'], columns: 80, env: { NO_COLOR: '1' } });
  expect(ended.code).toBe(0);
  // A day of the trip is of a kind that only the operator knows, so notes name it.
  expect(ended.stdout + ended.stderr).not.toMatch(printedControl);
  expect(ended.stdout + ended.stderr).not.toMatch(printedCommand);
  const tooWide = ended.stdout.split('\n').filter((line) => stringWidth(line) > 80);
  // Addresses are never cut, so that they can be copied.
  expect(tooWide.filter((line) => !line.startsWith('http'))).toEqual([]);
  return ended.stdout;
}

test.each([
  ['depots', [], /@/],
  ['availability', trip, /\.[05]0(?= |$)/],
])('rental %s keeps its columns aligned', async (command, flags, inColumn) => {
  const stdout = await expectClean([command, ...flags, '--base-url', operator(texts).baseUrl]);
  const rows = stdout.split('\n').filter((each) => inColumn.test(each));
  expect(rows).toHaveLength(texts.length);
  expect(new Set(rows.map((row) => stringWidth(row.slice(0, row.search(inColumn)))))).toHaveProperty('size', 1);
});

/** Those that could do something, together; the columns of the others are measured above. A command counts at the start of a line. */
const commanding = [
  [['ESC', 'CR', 'LF', 'U+202E', 'surrogate']],
  [['a command of GitHub']],
  [['an older command']],
] as const;

test.each(commanding)("an operator's text with %j is escaped in quotes, comparisons and errors", async (names) => {
  const text = names.map((name) => hostile[name] ?? '').join(' ');
  const base = ['--base-url', operator([text, text], text).baseUrl];
  await expectClean(['plan', ...trip, '--vehicle', '1', '--accessory', '1,1', '--insurance', '1', ...base]);
  await expectClean(['compare', ...trip, ...base]);
  await expectClean(['extras', '1', ...base]);
  const refused = ['depots', '--base-url', `${base[1]}/refused`];
  const ended = await run(refused, { tty: ['stderr'], env: { NO_COLOR: '1' } });
  expect(ended.code).toBe(3);
  expect(ended.stderr).toMatch(/^error: [^\n]*\n( {2}[^\n]*\n)*(hint: [^\n]*\n)?$/);
  expect(ended.stderr).not.toMatch(printedControl);
  expect(ended.stderr).not.toMatch(printedCommand);
  const json = await run([...refused, '--json']);
  expect(json.stderr).not.toMatch(printedControl);
  expect(JSON.parse(json.stderr)).toHaveProperty('error.code', 'refused');
});

test.each(['plain', 'csv', 'ndjson', 'json'])("an operator's text is escaped in a pipe as %s", async (format) => {
  const { stdout } = await run(['depots', '--base-url', operator(texts).baseUrl, '--format', format]);
  expect(stdout.replaceAll('\t', ' ').replaceAll('\r\n', '\n')).not.toMatch(printedControl);
  // Data keeps its colons: a program reads it.
  expect(stdout).toContain('::set-output');
  expect(stdout).not.toContain('##[');
  if (format !== 'json') return;
  expect((JSON.parse(stdout) as { name: string }[]).map((depot) => depot.name)).toEqual(texts);
});

/** What the program itself writes: colours, and links to plain web addresses. It sets no title. */
const ownSequence = /\u001B(?:\[[0-9;]*m|\]8;;(?:https?:\/\/[!-~]+)?\u001B\\)/g;

test('the only sequences for a terminal are colours and links to web addresses', async () => {
  const titles = ['\u001B]0;title\u0007', '\u001B]2;title\u001B\\', '\u009D0;title\u009C', '\u001Bktitle\u001B\\'];
  const images = [...titles, 'http://a.test/\u0007\u001B]0;x\u0007', 'file:///etc/passwd', 'http://a.test/image'];
  const vehicles = images.map((imageUrl, index) => {
    return { vehicleId: index + 1, name: titles[index % 4], rentalDailyRate: 1, imageUrl };
  });
  const { baseUrl } = operator(titles, titles.join(' '), { '/vehicles/availability': vehicles });
  const env = { TERM: 'xterm-256color', FORCE_HYPERLINK: '1' };
  for (const line of [
    ['depots'],
    ['availability', ...trip],
    ['quote', '1', ...trip, '--accessory', '1,1', '--insurance', '1'],
  ]) {
    const { code, stdout } = await run([...line, '--base-url', baseUrl], { tty: ['stdout'], columns: 200, env });
    expect(code).toBe(0);
    expect(stdout).toMatch(ownSequence);
    expect(stdout.replace(ownSequence, '')).not.toMatch(printedControl);
    const links = [...stdout.matchAll(/\]8;;([^\u001B]+)/g)].map(([, address]) => address);
    if (line[0] === 'availability') expect(links).toContain('http://a.test/image');
    expect(links.filter((address) => !/^http:\/\/(?:a\.test\/image|127)/.test(address ?? ''))).toEqual([]);
  }
});
