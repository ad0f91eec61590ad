/** A quote of the vehicle alone; what is chosen with it is judged next door. */
import { answerFindings, bodyOf, failure, isRecord, warning, type Answer } from '../answer.ts';
import { Skip, type Check, type Finding } from '../check.ts';
import { quote, quoteParameters } from '../facts.ts';
import type { Service } from '../service.ts';
import { show } from '../show.ts';
import { ofQuote, quoteFindings } from './quote-parts.ts';

const section = 'Resources: Quote';

export const quoteChecks: readonly Check[] = [
  {
    id: 'quote-answer',
    group: 'quote',
    section: 'Endpoints: GET /quotes',
    title: 'a quote is a JSON object, status 200',
    run: async (service) => quoteFindings(await quote(service)),
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
