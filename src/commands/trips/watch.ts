/** Asks for saved trips again and again, and tells people what has changed. */
import { setMaxListeners } from 'node:events';
import manifest from '../../../package.json' with { type: 'json' };
import type { Context } from '../../cli/context.ts';
import { ConfigError, OutputError, UsageError } from '../../errors.ts';
import type { Session } from '../../planner/session.ts';
import { parseMost } from '../../planner/money.ts';
import { formatDuration, joinWords, plural } from '../../text.ts';
import { addAnswer, readAnswers } from '../../trips/answers.ts';
import { keyOf, tell, type Channel } from '../../trips/channels/tell.ts';
import { readExec } from '../../trips/channels/exec.ts';
import { webhookFormats, type WebhookFormat } from '../../trips/channels/format-names.ts';
import { readWebhook } from '../../trips/channels/webhook.ts';
import { eventDocument, type TripEvent } from '../../trips/events.ts';
import { tellNews } from '../../trips/round.ts';
import type { StoredTrip } from '../../trips/store.ts';
import { defaultSettleMs, type Rules } from '../../trips/transitions.ts';
import { ask, namedTrips } from './ask.ts';
import type { TripsOptions } from './options.ts';

const usualEveryMs = 2 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** For a command or a webhook. */
const channelTimeoutMs = 30_000;
/** Of a budget: the rest is for whoever types. */
const share = 1 / 3;

/** Ends with an interrupt, or with --once after a round. Throws UsageError, ConfigError and OutputError. */
export async function watch(options: TripsOptions, context: Context): Promise<undefined> {
  const { io, signal } = context;
  // All requests of a comparison wait for room at once.
  setMaxListeners(0, signal);
  const rules = readRules(options);
  const channels = readChannels(options, context);
  const parts = {
    io,
    signal,
    timeoutMs: channelTimeoutMs,
    userAgent: `rental/${manifest.version}`,
    write: (text: string) => written(io.stdout, text),
  };
  const keys = channels.map(keyOf);
  const tellTo = (event: TripEvent, to: readonly string[]) => {
    const named = channels.filter((channel) => to.includes(keyOf(channel)));
    return tell(event, named, parts);
  };
  if (options.test === true) return testChannels((event) => tellTo(event, keys), io.now());
  const trips = namedTrips(options, io.env);
  if (trips.length === 0)
    throw new UsageError('no trip is saved', { hint: '--save <name> of quote, plan and compare' });
  const everyMs = options.every ?? usualEveryMs;
  if (options.once !== true) context.note(plan(trips, everyMs));
  const round = {
    rules,
    signal,
    channels: keys,
    tell: tellTo,
    onBroken: ({ text }: { text: string }) => context.warn(text),
  };
  for (let nextAt = io.now(); ;) {
    for (const trip of trips) {
      const known = readAnswers(trip)
        .find((one) => one.end !== 'failed')
        ?.record();
      await addAnswer(trip, await ask(trip, known, context, leaveRoom(context)));
      await tellNews(trip, round);
      signal.throwIfAborted();
    }
    if (options.once === true) return undefined;
    // After a long sleep of the machine there is one round, not one for each that was missed.
    nextAt = Math.max(nextAt + everyMs, io.now());
    await io.sleep(nextAt - io.now(), signal);
  }
}

function readRules({ target = [], minDrop, settle }: TripsOptions): Rules {
  return {
    targets: target.map((text) => parseMost(text, 'target').amount),
    minDrop: minDrop === undefined ? undefined : parseMost(minDrop, 'minDrop').amount,
    settleMs: settle ?? defaultSettleMs,
  };
}

/** A line on stdout, as JSON if that was asked for, and what the flags add. */
function readChannels(
  { exec = [], webhook, webhookFormat }: TripsOptions,
  { io, config, settings: { format } }: Context,
): readonly Channel[] {
  if (format === 'csv') throw new UsageError('events have no csv form', { hint: 'give ndjson, or leave it out' });
  const isJson = format === 'json' || format === 'ndjson';
  const address = webhook ?? (io.env['RENTAL_WEBHOOK'] || config.webhook);
  return [
    { kind: isJson ? 'lines' : 'terminal' },
    ...exec.map((line) => ({ kind: 'exec', words: readExec(line) }) as const),
    ...(address === undefined
      ? []
      : [{ kind: 'webhook', ...readWebhook(address, webhookFormat ?? configuredFormat(config)) } as const]),
  ];
}

/** Throws ConfigError. */
function configuredFormat({ path, webhookFormat = 'json' }: Context['config']): WebhookFormat {
  const format = webhookFormats.find((one) => one === webhookFormat);
  if (format !== undefined) return format;
  throw new ConfigError(`${path}: webhookFormat must be ${webhookFormats.join(', ')}`);
}

async function testChannels(tellAll: (event: TripEvent) => ReturnType<typeof tell>, at: number): Promise<undefined> {
  const sample = { event: 'low', at, before: 560, lowest: 560, total: 508.72, currency: 'NZD' } as const;
  const [failure, ...more] = await tellAll(eventDocument('sample', sample));
  if (failure === undefined) return undefined;
  throw new OutputError([failure, ...more].map(({ text }) => text).join('; '));
}

/** `2 trips every 2h: about 58 requests a day`. */
function plan(trips: readonly StoredTrip[], everyMs: number): string {
  const day = Math.ceil(trips.reduce((sum, trip) => sum + requestsInDay(trip, everyMs), 0));
  const names = joinWords(trips.map(({ name }) => name));
  return `${names}: every ${formatDuration(everyMs)}, about ${plural(day, 'request')} a day, at most a third of what an operator allows; Ctrl-C ends it`;
}

/** As many in a round as the last answer took; a round waits for room in the budgets. */
function requestsInDay(trip: StoredTrip, everyMs: number): number {
  const most = trip.operators.reduce((sum, { limit }) => sum + (limit.requests * share * dayMs) / limit.windowMs, 0);
  return Math.min(most, (requestsOf(trip) * dayMs) / everyMs);
}

function requestsOf(trip: StoredTrip): number {
  const record =
    readAnswers(trip)
      .findLast((one) => one.end !== 'failed')
      ?.record() ?? [];
  return record.reduce((sum, { answers }) => sum + answers.length, 0) || 1;
}

/**
 * Waits until two thirds of the operator's budget are free, so that neither this nor another watch is in the way of whoever types; but for
 * no longer than two windows, because something else may use all of it for hours.
 */
function leaveRoom({ io, signal }: Context) {
  return async (session: Session): Promise<void> => {
    for (const from = io.now(); ;) {
      const { free, limit, windowMs } = session.allowance();
      const most = Math.max(1, Math.floor(limit * share));
      if (limit - free < most || io.now() - from > 2 * windowMs) return;
      await io.sleep(Math.max(20, windowMs / limit), signal);
    }
  };
}

function written(stream: Context['io']['stdout'], text: string): Promise<void> {
  return new Promise((resolve, reject) => void stream.write(text, (error) => (error ? reject(error) : resolve())));
}
