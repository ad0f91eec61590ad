/** The right answer to each request, from the sandbox. */
import { createApp, createRequestLog } from '../../../src/sandbox/app.ts';
import { readOptions } from '../../../src/sandbox/options.ts';
import { startedAt } from '../clock.ts';

export interface RightAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export type AnswerTo = (target: string) => Promise<RightAnswer>;

/** Some depots with some of their times: long lists take long and show nothing more. */
function shortList(text: string): string {
  const depots = JSON.parse(text) as {
    readonly id: number;
    readonly pickup_times: unknown[];
    drop_off_times: unknown[];
  }[];
  const short = depots
    .filter(({ id }) => [1, 3, 10].includes(id))
    .map((depot) => ({
      ...depot,
      pickup_times: depot.pickup_times.slice(-5),
      drop_off_times: depot.drop_off_times.slice(-4),
    }));
  return JSON.stringify(short);
}

/** Random selections make new targets without end. */
const mostKept = 2000;

export function createService(port: number): AnswerTo {
  const siteUrl = `http://127.0.0.1:${port}`;
  const options = readOptions({ now: () => startedAt, rateLimit: { limit: 1e9, windowMs: 1 } });
  const state = { ...options, siteUrl, baseUrl: `${siteUrl}/api/agent`, closing: new AbortController().signal };
  const app = createApp(state, createRequestLog(0));
  const known = new Map<string, Promise<RightAnswer>>();
  const ask = async (target: string): Promise<RightAnswer> => {
    const incoming = { method: 'GET', url: target, socket: { remoteAddress: '127.0.0.1' } };
    const response = await app.request(siteUrl + target, { headers: { host: `127.0.0.1:${port}` } }, { incoming });
    const text = await response.text();
    const body = Buffer.from(response.ok && target.endsWith('/depots') ? shortList(text) : text);
    return { status: response.status, contentType: response.headers.get('content-type') ?? '', body };
  };
  return (target) => {
    if (known.size > mostKept) known.clear();
    const answer = known.get(target) ?? ask(target);
    known.set(target, answer);
    return answer;
  };
}
