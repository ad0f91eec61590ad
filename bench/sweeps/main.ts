/**
 * npm run bench -- sweeps [plan|cost|large|resume|two|failures|assistant]
 *
 * Sweeps at a large operator: 200 depots, 300 vehicles, 40 extras. `plan`: 10^8 trips are counted. `cost`: processor time of 7 200
 * requests, beside that of a loop with undici. `large`: 12 000 trips and 60 000 offers. `resume`: killed at 20 random moments. `two`: the
 * same sweep twice at once. `failures`: 30 % of all answers are a 503. `assistant`: `compare_quotes` with 220 requests.
 */
import { checkLimits, limitOf } from '../limits.ts';
import { askUntilComplete } from './assistant.ts';
import { withOperator } from './operator.ts';
import { resumeAfterKills } from './resume.ts';

const root = process.env['BENCH_ROOT'] ?? process.cwd();
const [only] = process.argv.slice(2);
const figures = new Map<string, number>();

const everywhere = ['compare', '--pick-up', 'all', '--drop-off', 'all'];
/** As many trips as dates, for each depot. */
const sweep = (depots: number, days: number, format = 'json'): string[] => {
  const last = new Date(Date.UTC(2031, 0, days)).toISOString().slice(0, 10);
  const pickUps = Array.from({ length: depots }, (_, index) => index + 1).join(',');
  const trips = ['--pick-up', pickUps, '--drop-off', 'same', '--from', `2031-01-01..${last}`, '--nights', '7'];
  return ['compare', ...trips, '--quote', 'top:5', '--max-requests', '1000000', '--format', format];
};

const parts: Readonly<Record<string, () => Promise<void>>> = {
  plan: async () => {
    const plan = async (dates: readonly string[]) =>
      withOperator({}, ({ rental }) => rental([...everywhere, ...dates, '--dry-run', '--json'], { isKept: true }));
    const few = await plan(['--from', '2031-01-01', '--nights', '7']);
    const many = await plan(['--from', '2031-01-01..2031-06-20', '--nights', '1..15']);
    const { cells } = (JSON.parse(many.stdout) as { plan: { cells: number } }).plan;
    print(`${cells} trips are counted in ${many.ms.toFixed(0)} ms, 40 000 in ${few.ms.toFixed(0)} ms`);
    figure('plan: 10^8 trips ÷ 40 000 trips', many.ms / few.ms);
    figure('plan: peak MB', many.peakMb);
  },
  cost: async () => {
    const { cpuMs = Number.NaN, ms } = await withOperator({ delayMs: 5 }, ({ rental }) => rental(sweep(5, 240)));
    const bare = await withOperator({ delayMs: 5 }, (operator) => operator.bare(7_200));
    print(`7 200 requests: ${(ms / 1000).toFixed(1)} s, processor ${cpuMs} ms; undici alone ${bare.cpuMs} ms`);
    figure('cost: processor ÷ undici', cpuMs / bare.cpuMs);
  },
  large: async () => {
    const { ms, peakMb, cpuMs = Number.NaN } = await withOperator({}, ({ rental }) => rental(sweep(50, 240, 'table')));
    print(`12 000 trips, 60 000 offers: ${(ms / 1000).toFixed(0)} s, processor ${(cpuMs / 1000).toFixed(0)} s`);
    figure('large: peak MB', peakMb);
  },
  resume: async () => {
    const { stored, twice, inFlight } = await resumeAfterKills(sweep(5, 60), 20);
    print(`20 kills: ${stored} answers stored in the end, ${inFlight} requests repeated that a kill cut off`);
    figure('resume: stored and asked again', twice);
  },
  two: async () => {
    const { twice, requests } = await withOperator({ delayMs: 5 }, async ({ rental, counts }) => {
      await Promise.all([rental(sweep(5, 60)), rental(sweep(5, 60))]);
      return counts();
    });
    print(`two sweeps of 1 800 requests at once: ${requests} requests`);
    figure('two: asked twice', twice);
  },
  failures: async () => {
    const { quotes, refused } = await withOperator({ delayMs: 5, failures: 0.3 }, async ({ rental, counts }) => {
      const { stdout } = await rental([...sweep(5, 60), '--max-wait', '10m'], { isKept: true });
      const { offers } = JSON.parse(stdout) as { offers: readonly { quoteId?: string }[] };
      return { quotes: offers.filter(({ quoteId }) => quoteId !== undefined).length, ...(await counts()) };
    });
    print(`30 % failures: ${quotes} of 1 500 quotes, ${refused} refusals`);
    figure('failures: quotes that are missing', 1_500 - quotes);
  },
  assistant: async () => {
    const { calls, requests, dryRunMs } = await withOperator({ limit: '100/60s' }, (operator) =>
      askUntilComplete(root, operator),
    );
    print(
      `compare_quotes: ${requests} requests in ${calls} calls; a dry run of 10^8 trips takes ${dryRunMs.toFixed(0)} ms`,
    );
    figure('assistant: calls for 220 requests', calls);
    figure('assistant: seconds for a dry run', dryRunMs / 1000);
  },
};

for (const [name, run] of Object.entries(parts)) if (only === undefined || only === name) await run();
checkLimits('sweeps', figures);

function figure(name: string, value = Number.NaN): void {
  if (!Number.isNaN(value)) figures.set(name, value);
  print(`  ${name}: ${value.toFixed(2)}, limit ${limitOf('sweeps', name) ?? 'none'}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
