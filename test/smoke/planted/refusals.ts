/** Wrong ways to refuse a request, or not to. */
import { answerWith, html, json, type MutableResponse, type Mutation } from '../support/mutant.ts';
import type { Applies } from './planted.ts';

/** Does not refuse: sends the last good body of the endpoint. */
export function accepting(path: RegExp, applies: Applies, refusal: number): Mutation {
  let good = '[]';
  return (exchange) => {
    if (!path.test(exchange.path)) return;
    if (exchange.status === 200) good = exchange.body;
    if (exchange.status === refusal && applies(exchange)) Object.assign(exchange, { status: 200, body: good });
  };
}

export const status =
  (value: number): Mutation =>
  (exchange) =>
    void (exchange.status = value);

export const message = (error: unknown): Mutation => json(() => ({ error }));

/** Bodies that are not `{"error": <string>}`; they keep the right message. */
export const shapes: Readonly<Record<string, Mutation>> = {
  '{message: …}': json(({ error }: { error: string }) => ({ message: error })),
  'an object as error': json(({ error }: { error: string }) => ({ error: { message: error } })),
  'an array as error': json(({ error }: { error: string }) => ({ error: [error] })),
  'an empty error': message(''),
  'null as error': message(null),
  'a number as error': message(4001),
  'an array of errors': json((error: unknown) => [error]),
  'a JSON string': json(({ error }: { error: string }) => error),
  text: (exchange) => answerWith(exchange.status, 'text/plain', messageOf(exchange))(exchange),
  'a web page': (exchange) => html(exchange.status)(exchange),
  'no body': (exchange) => void (exchange.body = ''),
  'a raw line break in its JSON': (exchange) => void (exchange.body = exchange.body.replace('"}', '\n"}')),
  'a raw escape in its JSON': (exchange) => void (exchange.body = exchange.body.replace('"}', '\u001b[0m"}')),
};

/** Refusals of a missing parameter. */
export const refusals: Readonly<Record<string, (name: string) => Mutation>> = {
  'a 404': () => status(404),
  'no name': () => message('Missing required query parameter'),
  'another form': (name) => message(`${name} is required`),
  'a 422': () => status(422),
  'the name of another parameter': (name) =>
    message(`Missing required query parameter: ${name === 'drop_off_date' ? 'pick_up_date' : 'drop_off_date'}`),
  'a crash': () => status(500),
  'the name in camel case': (name) =>
    message(`Missing required query parameter: ${name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`),
  'a message without a name': () => message('Bad Request'),
};

function messageOf({ body }: MutableResponse): string {
  return (JSON.parse(body) as { error: string }).error;
}
