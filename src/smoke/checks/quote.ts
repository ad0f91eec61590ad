/** A quote of the vehicle alone; what is chosen with it is judged next door. */
import { quoteSchema } from '../../interface/schemas.ts';
import { answerFindings, bodyOf, failure, isRecord, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import { quote, quoteParameters } from '../facts.ts';
import type { Service } from '../service.ts';
import { shapeFindings } from '../shape.ts';
import { show } from '../show.ts';

const section = 'Resources: Quote';
type Body = Readonly<Record<string, unknown>>;

export const quoteChecks: readonly Check[] = [
  {
    id: 'quote-answer',
    group: 'quote',
    section: 'Endpoints: GET /quotes',
    title: 'a quote is a JSON object, status 200',
    run: async (service) => {
      const answer = await quote(service);
      const found = answerFindings(answer, 200);
      if (found.length > 0 || isRecord(bodyOf(answer))) return found;
      return [failure(answer, 'a JSON object', show(bodyOf(answer)))];
    },
  },
  {
    id: 'quote-fields',
    group: 'quote',
    section,
    title: 'a quote has every field, of its type',
    run: (service) => ofQuote(service, fieldsOf),
  },
  {
    id: 'quote-currency',
    group: 'quote',
    section,
    title: 'the currency is NZD',
    run: (service) =>
      ofQuote(service, (answer, { currency }) =>
        currency === 'NZD' || typeof currency !== 'string' ? [] : [failure(answer, 'currency: "NZD"', show(currency))],
      ),
  },
  {
    id: 'quote-expiry',
    group: 'quote',
    section,
    title: 'expiresAt is ISO 8601 in UTC and in the future',
    run: (service) => ofQuote(service, (answer, body) => expiryFindings(answer, body['expiresAt'], service.now())),
  },
  {
    id: 'quote-note',
    group: 'quote',
    section,
    title: 'the note says that amounts are in NZD',
    run: (service) =>
      ofQuote(service, (answer, { note }) =>
        typeof note !== 'string' || /NZD|\bNZ\$|New Zealand dollar/i.test(note)
          ? []
          : [warning(answer, 'note: says that all amounts are in NZD', show(note))],
      ),
  },
  {
    id: 'quote-repeat',
    group: 'quote',
    section: 'Endpoints: GET /quotes',
    title: 'the same question has the same total',
    run: (service) => ofQuote(service, (answer, body) => repeatFindings(service, answer, body['totalAmount'])),
  },
];

/** Runs a rule on the quote without extras; throws Skip where there is none. */
export async function ofQuote(
  service: Service,
  look: (answer: Answer, body: Body) => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const answer = await quote(service);
  const body = bodyOf(answer);
  if (!isRecord(body)) throw new Skip('no quote to look at', 'quote-answer');
  return look(answer, body);
}

/** The form of an expiry that is a string is judged by its own check. */
export function fieldsOf(answer: Answer, body: Body): Finding[] {
  const leave = typeof body['expiresAt'] === 'string' ? ['expiresAt'] : [];
  return shapeFindings(answer, quoteSchema, body, leave);
}

function expiryFindings(answer: Answer, expiry: unknown, nowMs: number): Finding[] {
  if (typeof expiry !== 'string') throw new Skip('the quote has no expiry', 'quote-fields');
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|\+00(?::?00)?)$/.test(expiry)
    ? Date.parse(expiry.replace(',', '.').replace(/\+00(?::?00)?$/, 'Z'))
    : Number.NaN;
  if (Number.isNaN(instant)) return [failure(answer, 'expiresAt: ISO 8601 in UTC', show(expiry))];
  // By the service's own clock where it shows one: this machine's may be wrong.
  const shown = Date.parse(answer.response?.headers['date'] ?? '');
  const now = Number.isNaN(shown) ? nowMs : shown;
  if (instant > now) return [];
  return [failure(answer, `expiresAt: after ${new Date(now).toISOString()}`, show(expiry))];
}

async function repeatFindings(service: Service, first: Answer, total: unknown): Promise<Finding[]> {
  const second = await service.again('/quotes', await quoteParameters(service));
  const found = answerFindings(second, 200);
  if (found.length > 0) return found;
  const body = bodyOf(second);
  const other = isRecord(body) ? body['totalAmount'] : undefined;
  return other === total ? [] : [failure(first, `totalAmount: ${show(total)} again`, show(other))];
}
