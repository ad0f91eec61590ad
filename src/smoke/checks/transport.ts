/** What every response shows beside its content, without another request. The document has no such rules, so these are notes. */
import type { Exchange } from '../exchange.ts';
import { defineCheck, type Check } from '../check.ts';
import type { Deployment } from '../deployment.ts';
import { rules } from '../interface-document.ts';
import { SkipCheck } from '../finding.ts';

const dayMs = 86_400_000;
/** Automatic renewal replaces a certificate well before that. */
const minimumDays = 14;
const slowMs = 5_000;

export const transportChecks: readonly Check[] = [
  defineCheck('transport-tls', rules.beside, 'the certificate says how long it is good', async (deployment) => {
    const exchanges = (await exchangesOf(deployment)).filter(({ response }) => response?.tls !== undefined);
    if (exchanges.length === 0) throw new SkipCheck('no certificate to see: no https, or a proxy in between');
    const validTo = Math.min(...exchanges.map(({ response }) => response?.tls?.validTo ?? Infinity));
    const days = Math.floor((validTo - deployment.now()) / dayMs);
    const expected = `${minimumDays} days and more`;
    const got = `${days === 1 ? '1 day' : `${days} days`} left`;
    return [{ severity: 'note', expected, got }];
  }),
  defineCheck('transport-latency', rules.beside, 'the slowest answer is known', async (deployment) => {
    const [slowest] = [...(await exchangesOf(deployment))].sort((one, other) => elapsedMs(other) - elapsedMs(one));
    if (slowest === undefined) throw new SkipCheck('no answer');
    const expected = `less than ${slowMs} ms`;
    const got = `${Math.round(elapsedMs(slowest))} ms for the slowest, ${slowest.request.endpoint}`;
    return [{ severity: 'note', expected, got }];
  }),
];

/** Every exchange so far; sends one request if there is none. */
async function exchangesOf(deployment: Deployment): Promise<readonly Exchange[]> {
  await deployment.api('/depots');
  return deployment.exchanges;
}

function elapsedMs({ response }: Exchange): number {
  return response?.elapsedMs ?? 0;
}
