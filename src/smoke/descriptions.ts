/**
 * Finds and parses the OpenAPI description that an operator publishes. Who publishes it decides how long YAML takes to parse: a few
 * kilobytes can be made to take hours. So its size and the time have limits.
 */
import { urlOf } from '../addresses.ts';
import { ContractError } from '../errors.ts';
import { addressOf } from '../api/links.ts';
import { withSafeKeys } from '../http/json.ts';
import { fieldOf, isObject, isPage, isThere, unchecked, type Answer, type JsonObject, type Missing } from './asked.ts';
import { showText } from './display.ts';
import { describe } from './findings.ts';
import type { Sender } from './sender.ts';

export type DescriptionFormat = 'yaml' | 'json';

/** Bytes. Real descriptions have tens of thousands. */
const largest = 256 * 1024;
/** Real descriptions take a fortieth, and several times that on a machine with much other work. */
const longestMs = 2000;

export interface Description {
  readonly format: DescriptionFormat;
  readonly answer: Answer;
  readonly parsed?: unknown;
  /** Why it does not parse. */
  readonly problem?: string;
}

/** Tries the usual address, the one in the manifest, and one more: the document does not say where the description is. */
export async function findDescription(send: Sender, format: DescriptionFormat): Promise<Description | Missing> {
  const { siteUrl, baseUrl } = send;
  const tried: string[] = [];
  const addresses = [
    () => addressOf(siteUrl, `/openapi.${format}`),
    async () => namedAddress(send, format, await askManifest(send)),
    () => (format === 'yaml' ? addressOf(baseUrl, '/openapi') : addressOf(siteUrl, '/.well-known/openapi')),
  ];
  for (const [index, address] of addresses.entries()) {
    const url = await address();
    const answer = url && (await send.page(url, '*/*'));
    if (answer === undefined) continue;
    if (!isThere(answer)) return answer;
    if (index === 1 || isOurs(answer)) return { format, answer, ...(await parse(answer, format)) };
    tried.push(`${showText(answer.request.url.pathname, 60)} ${describe(answer)}`);
  }
  // Its address is not documented, so it may be elsewhere.
  return unchecked(`no OpenAPI description in ${format.toUpperCase()} was found: ${tried.join('; ')}`);
}

/** A file at an address that was guessed may describe something else. */
function isOurs(answer: Answer): boolean {
  return answer.status === 200 && !isPage(answer) && /openapi"?\s*:\s*["']?\d|\/quotes/.test(answer.text);
}

/** The API in the plugin manifest for agents; undefined if there is none. */
export async function askManifest(send: Sender): Promise<JsonObject | undefined> {
  const asked = await send.page(addressOf(send.siteUrl, '/.well-known/ai-plugin.json'), '*/*');
  const api = isThere(asked) && asked.status === 200 ? fieldOf(asked.json, 'api') : undefined;
  return isObject(api) ? api : undefined;
}

/** Only an address of this operator: no requests are sent to other hosts. */
function namedAddress({ siteUrl, baseUrl }: Sender, format: DescriptionFormat, api?: JsonObject): URL | undefined {
  const url = urlOf(String(api?.['url'] ?? 'none:'), siteUrl);
  const isFormat = /\.ya?ml$/.test(url?.pathname ?? '') === (format === 'yaml');
  if (url === undefined || !isFormat || ![siteUrl.origin, baseUrl.origin].includes(url.origin)) return undefined;
  const path = url.pathname + url.search;
  // Logs and reports show it.
  return path.length <= 200 ? new URL(path, url.origin) : undefined;
}

type Parsed = Pick<Description, 'parsed' | 'problem'>;

async function parse({ text, json, notJson }: Answer, format: DescriptionFormat): Promise<Parsed> {
  if (format === 'json') return notJson === undefined ? { parsed: json } : { problem: showText(notJson, 120) };
  if (text.length > largest) return { problem: 'the answer is larger than 256 KiB' };
  const [yaml, { runInNewContext }] = await Promise.all([import('yaml'), import('node:vm')]);
  const read = { parse: () => withSafeKeys(readYaml(yaml, text)) };
  try {
    // No timer and no signal gets a turn before it ends, so it runs where a time limit is possible.
    return { parsed: runInNewContext('parse()', read, { timeout: longestMs }) };
  } catch (error) {
    return { problem: showText(problemOf(error), 120) };
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
