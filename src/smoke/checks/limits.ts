import { remainingOf } from '../../http/once.ts';
import { readReset } from '../../http/rate-limit/reset.ts';
import { mediaType } from '../../http/json.ts';
import type { HttpResponse } from '../../http/types.ts';
import { addressOf } from '../../api/query.ts';
import { failure, textOf, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import type { Service } from '../service.ts';
import { tell } from '../shape.ts';
import { show } from '../show.ts';

/** The limit of the interface (section Limits), and a few more for whoever counts otherwise. */
export const tripCap = 110;

const names = { limit: 'x-ratelimit-limit', remaining: 'x-ratelimit-remaining', reset: 'x-ratelimit-reset' } as const;

export const limitChecks: readonly Check[] = [
  {
    id: 'limits-headers',
    group: 'limits',
    section: 'Errors: 429',
    title: 'X-RateLimit-Limit and X-RateLimit-Remaining are integers where they are sent',
    run: async (service) => tell((await counted(service)).flatMap(headerFindings), (found) => found),
  },
  {
    id: 'limits-falling',
    group: 'limits',
    section: 'Errors: 429',
    title: 'X-RateLimit-Remaining falls with each request',
    run: async (service) => fallingFindings(await counted(service)),
  },
  {
    id: 'limits-value',
    group: 'limits',
    section: 'Limits',
    title: 'the limit is 100 requests',
    run: async (service) => {
      const other = (await counted(service)).find((answer) => {
        const limit = header(answer, names.limit);
        return limit !== undefined && isInteger(limit) && Number(limit) !== 100;
      });
      return other === undefined ? [] : [warning(other, `${names.limit}: 100`, show(header(other, names.limit)))];
    },
  },
  {
    id: 'limits-exceeded',
    group: 'limits',
    section: 'Errors: 429',
    title: 'beyond the limit comes a 429 in text/plain with its three headers',
    run: async (service) => {
      if (service.exceed === undefined) throw new Skip('asked for with --trip-rate-limit only: it uses up the limit');
      return exceedingFindings(service.exceed);
    },
  },
];

/** Answers of the interface itself that carry a header of the limit; asks one question where none was asked yet. */
async function counted(service: Service): Promise<readonly Answer[]> {
  await service.api('/depots');
  const base = addressOf(service.baseUrl, '').href;
  const found = service.answers.filter(
    (answer) =>
      answer.request.url.href.startsWith(base) &&
      Object.values(names).some((name) => header(answer, name) !== undefined),
  );
  if (found.length === 0) throw new Skip('no answer carried X-RateLimit headers; they are documented for the 429 only');
  return found;
}

function headerFindings(answer: Answer): Finding[] {
  const wrong = [names.limit, names.remaining].filter((name) => {
    const value = header(answer, name);
    return value !== undefined && !isInteger(value);
  });
  return wrong.map((name) => failure(answer, `${name}: an integer`, show(header(answer, name))));
}

/** A window may end in between, and other instances or clients may count, too: never falling at all is what is wrong. */
function fallingFindings(answers: readonly Answer[]): Finding[] {
  const left = answers.flatMap(({ response }) => (response === undefined ? [] : (remainingOf(response) ?? [])));
  if (left.length < 3) throw new Skip('too few answers carried X-RateLimit-Remaining');
  const last = answers.at(-1);
  if (last === undefined || left.some((value, index) => value < (left[index - 1] ?? value))) return [];
  return [failure(last, `${names.remaining}: falling`, `${left.slice(0, 8).join(', ')}${left.length > 8 ? ' …' : ''}`)];
}

async function exceedingFindings(exceed: NonNullable<Service['exceed']>): Promise<Finding[]> {
  for (let sent = 1; sent <= tripCap; sent += 1) {
    const answer = await exceed('/depots');
    const { response } = answer;
    if (response?.status === 429) return refusalFindings(answer, response);
  }
  const got = `none after ${tripCap} requests`;
  return [{ severity: 'fail', expected: 'a 429 after 100 requests in 60 s', got }];
}

function refusalFindings(answer: Answer, { headers, receivedAt }: HttpResponse): Finding[] {
  const found: Finding[] = [];
  const type = mediaType(headers['content-type']);
  if (type !== 'text/plain') found.push(failure(answer, 'content-type: text/plain', show(headers['content-type'])));
  if (textOf(answer) !== 'Too Many Requests')
    found.push(failure(answer, 'the text "Too Many Requests"', show(textOf(answer))));
  for (const name of [names.limit, names.remaining]) {
    const value = header(answer, name);
    if (value === undefined || !isInteger(value)) found.push(failure(answer, `${name}: an integer`, show(value)));
  }
  const reset = header(answer, names.reset);
  if (reset === undefined) found.push(failure(answer, `${names.reset}: a value`, show(reset)));
  // Its format is not documented, but one that nobody can read is of no use.
  else if (typeof readReset(headers, receivedAt) !== 'object') {
    found.push(warning(answer, `${names.reset}: a time within the window`, show(reset)));
  }
  return found;
}

function header({ response }: Answer, name: string): string | undefined {
  return response?.headers[name];
}

function isInteger(value: string): boolean {
  return /^-?\d{1,15}$/.test(value.trim());
}
