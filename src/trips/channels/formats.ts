/**
 * What each kind of webhook takes. The text has words of the service, so nothing in it may call somebody or be markup.
 *
 * - ntfy: JSON to the root of the server, with the topic in it (docs.ntfy.sh/publish, "Publish as JSON"); a message has 4,096 bytes.
 * - Slack: `text`, in which only `&`, `<` and `>` are control characters if `mrkdwn` is false (docs.slack.dev, "Formatting").
 * - Discord: `content` of 2,000 characters; a backslash makes any punctuation plain text (docs.discord.com, "Execute Webhook").
 */
import { escapeJson, safeText } from '../../terminal/escape.ts';
import { safeAddress } from '../../terminal/links.ts';
import { shorten } from '../../text.ts';
import type { TripEvent } from '../events.ts';
import type { WebhookFormat } from './format-names.ts';

interface Message {
  readonly body: string;
  /** If it does not go to the webhook's own address. */
  readonly url?: URL;
}

/** Characters of a text: also if each has four bytes or a backslash before it, it fits each of them. */
const longestText = 900;

/** The document as a program reads it, also on the stdin of a command. */
export function eventJson(event: TripEvent): string {
  return escapeJson(JSON.stringify(event));
}

export const messages: Readonly<Record<WebhookFormat, (event: TripEvent, url: URL) => Message>> = {
  json: (event) => ({ body: eventJson(event) }),
  ntfy: (event, url) => {
    const { root, topic } = placesOf(url);
    const click = linkOf(event);
    const title = plain(`rental: ${shorten(event.trip, 80)}`);
    const priority = event.event === 'low' || event.event === 'target' ? 4 : 3;
    return {
      body: JSON.stringify({ topic, title, message: plain(event.text), priority, ...(click && { click }) }),
      url: root,
    };
  },
  slack: (event) => {
    const link = linkOf(event)?.replaceAll('|', '%7C');
    const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
    const escape = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? '');
    // Slack's look-alikes call everybody at a plain @channel. Nobody sees the space of no width between.
    const text = escape(plain(event.text)).replaceAll('@', '@\u200B');
    const lines = [text, ...(link === undefined ? [] : [`<${escape(link)}>`])];
    return {
      body: JSON.stringify({ text: lines.join('\n'), mrkdwn: false, unfurl_links: false, unfurl_media: false }),
    };
  },
  discord: (event) => {
    const link = linkOf(event);
    const text = plain(event.text).replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&');
    // Angle brackets keep Discord from showing a preview. A link that has no room is left out, because a cut one is wrong.
    const content = link !== undefined && text.length + link.length < 1990 ? `${text}\n<${link}>` : text;
    return { body: JSON.stringify({ content, allowed_mentions: { parse: [] } }) };
  },
};

/** Whether the address ends with a topic of ntfy. */
export function isTopic(url: URL): boolean {
  return /^[-\w]{1,64}$/.test(placesOf(url).topic);
}

function placesOf(url: URL): { readonly root: URL; readonly topic: string } {
  const parts = url.pathname.replace(/\/$/, '').split('/');
  const topic = parts.pop() ?? '';
  return { root: Object.assign(new URL(url), { pathname: `${parts.join('/')}/` }), topic };
}

function plain(text: string): string {
  return shorten(safeText(shorten(text, longestText)), longestText);
}

function linkOf({ checkoutUrl }: TripEvent): string | undefined {
  return checkoutUrl === null ? undefined : safeAddress(checkoutUrl);
}
