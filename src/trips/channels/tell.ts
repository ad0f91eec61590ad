/** Tells an event to people. A channel that is broken never throws and never keeps the others from being told. */
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import * as z from 'zod/mini';
import { safeText } from '../../terminal/escape.ts';
import { shorten } from '../../text.ts';
import type { TripEvent } from '../events.ts';
import { runCommand, type ExecParts } from './exec.ts';
import { eventJson } from './formats.ts';
import { postWebhook, type Webhook, type WebhookParts } from './webhook.ts';

export type Channel =
  | { readonly kind: 'terminal' }
  /** A line of JSON on stdout. */
  | { readonly kind: 'lines' }
  /** A command line as words: `wordsOf` of `terminal/pager.ts`. */
  | { readonly kind: 'exec'; readonly words: readonly string[] }
  | ({ readonly kind: 'webhook' } & Webhook);

export interface ChannelParts extends ExecParts, WebhookParts {
  readonly io: ExecParts['io'] & WebhookParts['io'];
  /** Where the terminal channel writes. */
  readonly write: (text: string) => Promise<void>;
}

export interface ChannelFailure {
  /** Which channel, without its secrets. */
  readonly key: string;
  /** What went wrong, on one line; not escaped. */
  readonly text: string;
}

/** Resolves when all are told. An abort ends the commands and requests. */
export async function tell(
  event: TripEvent,
  channels: readonly Channel[],
  parts: ChannelParts,
): Promise<readonly ChannelFailure[]> {
  const asked = channels.map(async (channel) => {
    const problem = await tellOne(event, channel, parts).catch(
      (error: unknown) => `${nameOf(channel)} failed (${codeOf(error)})`,
    );
    return problem === undefined ? [] : [{ key: keyOf(channel), text: problem }];
  });
  return (await Promise.all(asked)).flat();
}

async function tellOne(event: TripEvent, channel: Channel, parts: ChannelParts): Promise<string | undefined> {
  switch (channel.kind) {
    case 'terminal':
      await parts.write(`${safeText(event.text)}\n`);
      return undefined;
    case 'lines':
      await parts.write(`${eventJson(event)}\n`);
      return undefined;
    case 'exec': {
      const problem = await runCommand(channel.words, eventJson(event), parts);
      return problem && `${nameOf(channel)} ${problem}`;
    }
    case 'webhook':
      return postWebhook(event, channel, parts);
  }
}

/** A command's arguments can hold a secret. */
function nameOf(channel: Channel): string {
  if (channel.kind !== 'exec') return `the ${channel.kind}`;
  return `the command ${shorten(basename(channel.words[0] ?? '') || '""', 60)}`;
}

/** The message of an error can hold a secret. */
function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'a bug';
}

/** The same in each run, so that it can be stored. */
export function keyOf(channel: Channel): string {
  if (channel.kind === 'terminal' || channel.kind === 'lines') return channel.kind;
  const what = channel.kind === 'exec' ? channel.words : [channel.format, channel.url.href];
  return `${channel.kind} ${createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 16)}`;
}

const brokenSchema = z.array(z.string());

/** The keys of broken channels, from a file that anybody may have written. */
export function readBroken(value: unknown): readonly string[] {
  const read = brokenSchema.safeParse(value);
  return read.success ? read.data : [];
}

/** Which channels are broken after some were tried, and those of them that people have not heard of. */
export function brokenAfter(
  before: readonly string[],
  tried: readonly string[],
  failures: readonly ChannelFailure[],
): { readonly broken: readonly string[]; readonly news: readonly ChannelFailure[] } {
  const keys = failures.map(({ key }) => key);
  return {
    broken: [...new Set([...before.filter((key) => !tried.includes(key)), ...keys])],
    news: failures.filter(({ key }, index) => !before.includes(key) && keys.indexOf(key) === index),
  };
}
