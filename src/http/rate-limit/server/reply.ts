import { ServerTrouble } from './trouble.ts';

/** What a script answered: the names of the budget at one moment. */
export interface View {
  readonly names: readonly string[];
  /** The server's clock when the script ran, epoch ms. */
  readonly serverTime: number;
  /** This run of the server; '' if it does not say. */
  readonly run: string;
  /** -1 if it does not say. */
  readonly uptimeMs: number;
  /** At `seenAt`, monotonic ms of this process, the server's clock showed about `serverAt`. */
  readonly seenAt: number;
  readonly serverAt: number;
}

/** Throws ServerTrouble for an answer of another form. */
export function readReply(
  reply: unknown,
  askedAt: number,
  seenAt: number,
): View & { readonly claims: readonly string[]; readonly ahead: number } {
  const [serverTime, run, uptime, names, claims, ahead]: unknown[] = Array.isArray(reply) ? reply : [];
  if (typeof serverTime !== 'number' || typeof uptime !== 'number' || !isTexts(names) || !isTexts(claims))
    throw new ServerTrouble('its answer cannot be read');
  const uptimeMs = uptime < 0 ? -1 : uptime * 1_000;
  const serverAt = serverTime + (seenAt - askedAt) / 2;
  return { names, claims, ahead: Number(ahead), serverTime, run: String(run), uptimeMs, seenAt, serverAt };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
