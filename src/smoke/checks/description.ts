/** Finds and reads the OpenAPI description that an operator publishes. */
import { mediaType } from '../../http/json.ts';
import { addressOf } from '../../api/query.ts';
import { bodyOf, isRecord, jsonOf, textOf, type Answer } from '../answer.ts';
import type { Service } from '../service.ts';
import { plain } from '../show.ts';

/** Bytes; real ones have tens of thousands. A YAML parser can be kept busy, or run out of memory, with one million. */
const largest = 256 * 1024;

export type Kind = 'yaml' | 'json';
export type Parsed = { readonly document: unknown } | { readonly problem: string };

/** Where it is published is not documented: what the manifest names, then where it usually is. */
export async function find(
  service: Service,
  kind: Kind,
): Promise<{ answer: Answer | undefined; tried: readonly Answer[] }> {
  const tried: Answer[] = [];
  for (const url of [...(await namedAddress(service, kind)), ...usualAddresses(service, kind)]) {
    if (tried.some((answer) => answer.request.url.href === url.href)) continue;
    const accept = kind === 'yaml' ? 'application/yaml' : 'application/json';
    const answer = await service.page(url, {}, accept);
    const type = mediaType(answer.response?.headers['content-type']);
    if (answer.response?.status === 200 && type !== 'text/html') return { answer, tried };
    tried.push(answer);
  }
  return { answer: undefined, tried };
}

function usualAddresses({ siteUrl, baseUrl }: Service, kind: Kind): URL[] {
  return kind === 'yaml'
    ? [addressOf(siteUrl, '/openapi.yaml'), addressOf(baseUrl, '/openapi')]
    : [addressOf(siteUrl, '/openapi.json'), addressOf(siteUrl, '/.well-known/openapi')];
}

/** Only one of the operator's own: a manifest is not followed to strangers. */
async function namedAddress(service: Service, kind: Kind): Promise<URL[]> {
  const manifest = bodyOf(await service.page('/.well-known/ai-plugin.json', {}, 'application/json'));
  const api = isRecord(manifest) ? manifest['api'] : undefined;
  const named = isRecord(api) ? api['url'] : undefined;
  if (typeof named !== 'string' || !URL.canParse(named, service.siteUrl.href)) return [];
  const url = new URL(named, service.siteUrl);
  const own = [service.siteUrl.origin, service.baseUrl.origin].includes(url.origin);
  const isYaml = /\.ya?ml$/.test(url.pathname);
  return own && isYaml === (kind === 'yaml') ? [new URL(url.pathname + url.search, url.origin)] : [];
}

export function parseOnce(service: Service, answer: Answer, kind: Kind): Promise<Parsed> {
  return service.kept(`openapi-${kind}`, () => parse(answer, kind));
}

async function parse(answer: Answer, kind: Kind): Promise<Parsed> {
  if ((answer.response?.body.byteLength ?? 0) > largest) return { problem: 'more than 256 KiB' };
  if (kind === 'json') {
    const json = jsonOf(answer);
    return json.ok ? { document: json.value } : { problem: json.got };
  }
  const { LineCounter, parseDocument } = await import('yaml');
  const lineCounter = new LineCounter();
  try {
    // Pretty errors are made for each of them, in time that grows with their square.
    const options = { schema: 'core', logLevel: 'silent', prettyErrors: false, lineCounter } as const;
    const document = parseDocument(textOf(answer), options);
    const [error] = document.errors;
    if (error === undefined) return { document: document.toJS({ maxAliasCount: 100 }) as unknown };
    return { problem: `line ${lineCounter.linePos(error.pos[0]).line}: ${plain(error.message, 120)}` };
  } catch (error) {
    // Nested too deeply, or aliases without end.
    return { problem: plain(error instanceof Error ? error.message : String(error), 120) };
  }
}
