/** The notes above a table of compare. */
import { expect, test } from 'vitest';
import { textWidth } from '../../../src/terminal/width.ts';
import { operator } from '../../support/operator.ts';
import { run, type RunOptions } from '../../support/run.ts';

const columns = 70;
const both: RunOptions = { tty: ['stdout', 'stderr'], columns, env: { NO_COLOR: '1' } };
/** 16 January 2027 is a Saturday. */
const sweep = ['compare', '--pick-up', 'all', '--from', '2027-01-14', '--flex', '2', '--nights', '6'];
const depots = ['Auckland', '東京レンタカーの空港の店舗', 'Nelson'];

async function notesOf(args: readonly string[], options: RunOptions, line = sweep): Promise<string[]> {
  const { baseUrl } = operator({ days: ['weekday'], depots });
  const { stderr } = await run([...line, ...args, '--base-url', baseUrl], options);
  return stderr.split('\n').filter((line) => line !== '');
}

test('on a terminal they are two lines, and one of them is about the days without times', async () => {
  for (const view of ['table', 'calendar']) {
    const notes = await notesOf(['--max-total', '1', '--view', view], both);
    expect(notes).toHaveLength(2);
    expect(notes.filter((note) => textWidth(note) > columns)).toEqual([]);
    const text = notes.join(' ').replace(/ +/g, ' ');
    expect(text).toMatch(/^warning: Auckland lists no .*; nearest with times: .* \(\d more: -v\)$/);
  }
});

test('an answer that comes at once has no plan above it, but with -v', async () => {
  const [plain, verbose] = [await notesOf([], {}), await notesOf(['-v'], {})];
  expect(plain.filter((line) => line.includes('no wait'))).toEqual([]);
  expect(verbose.filter((line) => line.includes('no wait'))).toHaveLength(1);
});

test('without days to warn of, the last one, which is about the result, is there as a whole', async () => {
  const { baseUrl } = operator();
  const more = ['--vehicle', 'kea', '--max-total', '1', '--base-url', baseUrl];
  const { stderr } = await run([...sweep, ...more], both);
  const notes = stderr.trimEnd().split('\n');
  expect(notes).toHaveLength(3);
  expect(notes.slice(-2).join(' ')).toMatch(/^warning: nothing is at or under 1\.00 NZD: the [^…]* \(\d more: -v\)$/);
});

test('with -v, in a pipe and as JSON they are all there', async () => {
  const forms: [string[], RunOptions][] = [
    [['-v'], both],
    [[], { tty: ['stdout'], columns }],
    [['--json'], both],
  ];
  for (const [args, options] of forms) {
    const all = ['--quote', 'all', '--max-requests', '500'];
    const text = (await notesOf([...args, ...all, '--max-total', '1'], options)).join(' ').replace(/ +/g, ' ');
    for (const part of ['nothing is at or under 1.00 NZD', 'Nelson lists no']) expect(text).toContain(part);
    expect(text.includes('offers with a day without times')).toBe(args[0] === '--json');
    expect(text).not.toContain('more: -v');
  }
});

test('a table says below it where offers with a day without times are', async () => {
  const { baseUrl } = operator({ days: ['weekday'] });
  const line = ['compare', '--pick-up', 'auckland', '--from', '2027-01-14..2027-01-17', '--nights', '6'];
  const shown = await run([...line, '--base-url', baseUrl], { ...both, columns: 120 });
  expect(shown.stdout).toMatch(
    /\n\nNote: offers with a day without times come after the others, whatever their total\.\n/,
  );
});

test('those held back come also before the plan of a dry run', async () => {
  const line = ['compare', '--pick-up', 'a,nel', '--drop-off', 'all', '--from', '2027-01-14', '--nights', '6'];
  const [brief, whole] = await Promise.all([[], ['-v']].map((more) => notesOf([...more, '--dry-run'], both, line)));
  expect(brief?.[0]).toBe('note: depot "a" means Auckland (1)');
  expect(brief?.slice(1).join(' ')).toMatch(/^note: all 3 depots: .* Nelson \(3\) \(1 more: -v\)$/);
  expect(whole).toContain('note: depot "nel" means Nelson (3)');
});
