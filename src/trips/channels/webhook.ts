/** Tells an event to a webhook. Its address is a secret: nothing here puts it, its host or its answer into a text. */
import { ConfigError, ContractError, RentalError } from '../../errors.ts';
import { codeOf } from '../../http/error-codes.ts';
import { RedirectError } from '../../http/response-errors.ts';
import type { TransportOptions } from '../../http/transport.ts';
import { urlOf } from '../../text.ts';
import type { TripEvent } from '../events.ts';
import type { WebhookFormat } from './format-names.ts';
import { isTopic, messages } from './formats.ts';

export interface Webhook {
  readonly url: URL;
  readonly format: WebhookFormat;
}

export interface WebhookParts {
  readonly io: TransportOptions['machine'];
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Throws ConfigError, without the text. */
export function readWebhook(text: string, format: WebhookFormat): Webhook {
  const url = urlOf(text.trim());
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new ConfigError((name) => `${name('webhook')} is not an http or https address`, {
      hint: 'it is not shown here, because it is a secret',
    });
  }
  if (format === 'ntfy' && !isTopic(url)) {
    throw new ConfigError((name) => `${name('webhook')} does not end with a topic of ntfy`, {
      hint: 'for example https://ntfy.sh/my-topic',
    });
  }
  return { url, format };
}

/**
 * Sends once, outside the budget of every operator, through the proxies of the environment. Redirects are not followed, because the
 * secret would go to another host. Resolves with what went wrong, on one line.
 */
export async function postWebhook(
  event: TripEvent,
  { url, format }: Webhook,
  { io, userAgent, timeoutMs, signal }: WebhookParts,
): Promise<string | undefined> {
  const { createTransport } = await import('../../http/transport.ts');
  const transport = createTransport({ machine: io, userAgent, serviceName: () => 'the webhook' });
  const message = messages[format](event, url);
  const post = { type: 'application/json; charset=utf-8', body: message.body };
  const request = { url: message.url ?? url, endpoint: 'the message', accept: '*/*', post };
  try {
    const { status } = await transport.send(request, { signal, timeoutMs, onHeaders: () => {} });
    return status >= 200 && status < 300 ? undefined : `the webhook answered ${status}`;
  } catch (error) {
    return problemOf(error);
  } finally {
    await transport.close();
  }
}

function problemOf(error: unknown): string {
  if (error instanceof RedirectError)
    return `the webhook answered with a redirect (${error.status}), which is not followed`;
  if (error instanceof ContractError) return 'what the webhook sent is not an answer, or is too large';
  // Other errors can have the address in their message.
  if (!(error instanceof RentalError)) return `the webhook could not be asked (${codeOf(error) ?? 'a bug'})`;
  return error.message.includes('the webhook') ? error.message : `the webhook: ${error.message}`;
}
