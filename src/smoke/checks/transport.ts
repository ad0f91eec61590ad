/** What every answer shows beside its content, at no cost. No rules of the document: warnings at most. */
import { warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import type { Service } from '../service.ts';

const section = 'beside the document';
const day = 86_400_000;
/** A certificate is renewed by machines well before that. */
const soon = 14;
/** ms. */
const slow = 5_000;

export const transportChecks: readonly Check[] = [
  {
    id: 'transport-tls',
    group: 'transport',
    section,
    title: `the certificate is good for ${soon} days and more`,
    run: async (service) => {
      const answers = (await answered(service)).filter(({ response }) => response?.tls !== undefined);
      const [first] = answers;
      if (first === undefined) throw new Skip('no certificate to see: no https, or a proxy in between');
      const days = Math.floor((validTo(answers) - service.now()) / day);
      const words = days === 1 ? '1 day' : `${days} days`;
      if (days < soon) return [warning(first, `${soon} days and more`, `${words} left`)];
      return [{ severity: 'note', expected: `${soon} days and more`, got: `${words} left` }];
    },
  },
  {
    id: 'transport-latency',
    group: 'transport',
    section,
    title: `no answer takes ${slow / 1000} s`,
    run: async (service) => {
      const [slowest] = [...(await answered(service))].sort((one, other) => elapsed(other) - elapsed(one));
      if (slowest === undefined) throw new Skip('no answer');
      const got = `${Math.round(elapsed(slowest))} ms for the slowest, ${slowest.request.endpoint}`;
      const found: Finding = warning(slowest, `less than ${slow} ms`, got);
      return [elapsed(slowest) >= slow ? found : { severity: 'note', expected: found.expected, got }];
    },
  },
];

/** Every answer so far; one question is asked where none was. */
async function answered(service: Service): Promise<readonly Answer[]> {
  await service.api('/depots');
  return service.answers;
}

function validTo(answers: readonly Answer[]): number {
  return Math.min(...answers.map(({ response }) => response?.tls?.validTo ?? Infinity));
}

function elapsed({ response }: Answer): number {
  return response?.elapsedMs ?? 0;
}
