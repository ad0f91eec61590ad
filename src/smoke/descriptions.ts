/**
 * Finds and parses the OpenAPI description that an operator publishes. Who publishes it decides how long YAML takes to parse: a few
 * kilobytes can be made to take hours. So its size and the time have limits.
 */
import { ContractError } from '../errors.ts';
import { addressOf } from '../api/links.ts';
import { withSafeKeys } from '../http/json.ts';
import { urlOf } from '../text.ts';
import { fieldOf, isPage, isThere, type Answer, type Missing } from './asked.ts';
import { showText } from './display.ts';
import type { Sender } from './sender.ts';

/** A description lists them all; one that lists none of them is not of this interface. */
export const endpoints: readonly string[] = [
  '/depots',
  '/vehicles/availability',
  '/vehicles/{vehicleId}/accessories',
  '/vehicles/{vehicleId}/insurance-types',
  '/quotes',
];

export type DescriptionFormat = 'yaml' | 'json';

/** Bytes. Real descriptions have tens of thousands. */
const largest = 256 * 1024;
/** Real descriptions take a fortieth, and several times that on a machine with much other work. */
const longestMs = 2000;

export interface Description {
  readonly format: DescriptionFormat;
  readonly answer: Answer;
  readonly parsed: unknown;
  /** Why it does not parse. */
  readonly problem: string | undefined;
}

export interface Found {
  readonly format: DescriptionFormat;
  /** Undefined if no address has one. */
  readonly description: Description | undefined;
  /** The other addresses. */
  readonly tried: readonly Answer[];
}

/** Tries the usual address, the one in the manifest, and one more: the document does not say where the description is. */
export async function findDescription(send: Sender, format: DescriptionFormat): Promise<Found | Missing> {
  const { siteUrl, baseUrl } = send;
  const tried: Answer[] = [];
  const addresses = [
    () => addressOf(siteUrl, `/openapi.${format}`),
    () => namedAddress(send, format),
    () => (format === 'yaml' ? addressOf(baseUrl, '/openapi') : addressOf(siteUrl, '/.well-known/openapi')),
  ];
  for (const [index, address] of addresses.entries()) {
    const url = await address();
    if (url === undefined) continue;
    const answer = await send.page(url, { accept: '*/*' });
    if (!isThere(answer)) return answer;
    const description = { format, answer, ...(await parse(answer, format)) };
    if (index === 1 || isOurs(description)) return { format, description, tried };
    tried.push(answer);
  }
  return { format, description: undefined, tried };
}

/** A file at an address that was guessed may describe something else. */
function isOurs({ answer }: Description): boolean {
  return answer.status === 200 && !isPage(answer) && /openapi"?\s*:\s*["']?\d|\/quotes/.test(answer.text);
}

/** The plugin manifest for agents; undefined if there is none. */
export async function askManifest(send: Sender): Promise<unknown> {
  const asked = await send.page('/.well-known/ai-plugin.json', { accept: '*/*' });
  return isThere(asked) && asked.status === 200 ? asked.json : undefined;
}

/** Only an address of this operator: no requests are sent to other hosts. */
async function namedAddress(send: Sender, format: DescriptionFormat): Promise<URL | undefined> {
  const { siteUrl, baseUrl } = send;
  const address = fieldOf(fieldOf(await askManifest(send), 'api'), 'url');
  const url = typeof address === 'string' ? urlOf(address, siteUrl) : undefined;
  if (url === undefined || ![siteUrl.origin, baseUrl.origin].includes(url.origin)) return undefined;
  const path = url.pathname + url.search;
  const isYaml = /\.ya?ml$/.test(url.pathname);
  // Logs and reports show it.
  return path.length <= 200 && isYaml === (format === 'yaml') ? new URL(path, url.origin) : undefined;
}

type Parsed = Pick<Description, 'parsed' | 'problem'>;

async function parse({ text, json, notJson }: Answer, format: DescriptionFormat): Promise<Parsed> {
  if (format === 'yaml') return parseYaml(text);
  return { parsed: json, problem: notJson === undefined ? undefined : showText(notJson, 120) };
}

/** No timer and no signal gets a turn before it ends, so it runs where a time limit is possible. */
async function parseYaml(text: string): Promise<Parsed> {
  if (text.length > largest) return { parsed: undefined, problem: 'the answer is larger than 256 KiB' };
  const [yaml, { runInNewContext }] = await Promise.all([import('yaml'), import('node:vm')]);
  const read = { parse: () => withSafeKeys(readYaml(yaml, text)) };
  try {
    return { parsed: runInNewContext('parse()', read, { timeout: longestMs }), problem: undefined };
  } catch (error) {
    return { parsed: undefined, problem: showText(problemOf(error), 120) };
  }
}

function readYaml(yaml: typeof import('yaml'), text: string): unknown {
  const lineCounter = new yaml.LineCounter();
  // Pretty errors take time that grows with the square of their number.
  const options = { schema: 'core', merge: true, logLevel: 'silent', prettyErrors: false, lineCounter } as const;
  const parsed = yaml.parseDocument(text, options);
  const [error] = parsed.errors;
  if (error === undefined) return parsed.toJS({ maxAliasCount: 100 });
  throw new ContractError(`line ${lineCounter.linePos(error.pos[0]).line}: ${error.message}`);
}

function problemOf(error: unknown): string {
  // This error is of the new context, in which Error is another class.
  if ((error as { readonly code?: unknown } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
    return 'the answer takes longer than two seconds to parse';
  if (error instanceof ContractError) return error.problem;
  // It is nested too deeply, or its aliases have no end.
  if (error instanceof Error) return error.message;
  throw error;
}
