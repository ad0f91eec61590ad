/** What error codes and statuses mean; `transport-errors.ts` makes messages of it. */

export type Fault =
  | 'unreachable'
  | 'unreachableForNow'
  | 'insecure'
  | 'closed'
  | 'stalled'
  | 'late'
  | 'notHttp'
  | 'tooLarge';

interface Meaning {
  /** Node's, OpenSSL's or Undici's codes. LATE, NOT_HTTP and CUT_OFF are set in this room. */
  readonly codes: RegExp;
  readonly fault: Fault;
  /**
   * With unreachable and unreachableForNow it follows `cannot`, with insecure a colon; with tooLarge
   * it is the message. `{code}` is the code, `{peer}` the other end of the connection.
   */
  readonly why?: string;
}

/** The first row whose pattern matches counts. */
const meanings: readonly Meaning[] = [
  { codes: /^ENOTFOUND$/, fault: 'unreachable', why: 'find {peer}: no such host' },
  {
    codes: /^EAI_AGAIN$/,
    fault: 'unreachableForNow',
    why: 'find {peer}: the name server did not answer',
  },
  {
    codes: /^ECONNREFUSED$/,
    fault: 'unreachable',
    why: 'reach {peer}: the connection was refused',
  },
  {
    codes: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    fault: 'unreachableForNow',
    why: 'reach {peer}: no connection in time',
  },
  { codes: /^DEPTH_ZERO_SELF_SIGNED/, fault: 'insecure', why: 'its certificate is self-signed' },
  {
    codes: /^(SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY)/,
    fault: 'insecure',
    why: 'its certificate comes from an authority unknown to this machine',
  },
  { codes: /^CERT_HAS_EXPIRED$/, fault: 'insecure', why: 'its certificate has expired' },
  { codes: /^CERT_NOT_YET_VALID$/, fault: 'insecure', why: 'its certificate is not valid yet' },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    fault: 'insecure',
    why: 'its certificate is for another host',
  },
  {
    codes: /^ERR_SSL_(WRONG|PACKET)/,
    fault: 'insecure',
    why: 'it does not speak TLS; is the address http rather than https?',
  },
  {
    codes: /^(ERR_TLS|ERR_SSL|CERT|UNABLE|HOSTNAME|INVALID|PATH|EPROTO)/,
    fault: 'insecure',
    why: 'the TLS handshake failed ({code})',
  },
  {
    codes: /^UND_ERR_HEADERS_OVERFLOW$/,
    fault: 'tooLarge',
    why: 'the headers of the answer are larger than 16 KiB',
  },
  {
    codes: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    fault: 'tooLarge',
    why: 'the answer is larger than 8 MiB',
  },
  { codes: /^UND_ERR_BODY_TIMEOUT$/, fault: 'stalled' },
  { codes: /^LATE$/, fault: 'late' },
  // Undici asserts that a status is not below 100.
  { codes: /^(NOT_HTTP|ERR_ASSERTION)$/, fault: 'notHttp' },
  {
    codes: /^(CUT_OFF|ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/,
    fault: 'closed',
  },
  { codes: /^UND_ERR_(SOCKET|ABORTED|RES_CONTENT_LENGTH_MISMATCH)$/, fault: 'closed' },
];

const otherMeaning = { fault: 'unreachable', why: 'reach {peer} ({code})' } as const;

export function meaningOf(code: string): { readonly fault: Fault; readonly why: string } {
  const { fault, why = '' } = meanings.find(({ codes }) => codes.test(code)) ?? otherMeaning;
  return { fault, why: why.replace('{code}', code) };
}

/** 502 to 504: the service, or a gateway before it, may be back soon. */
export function isGatewayStatus(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Codes of our own mistakes, which no network causes. */
const bugs = /^(UND_ERR_INVALID_ARG|ERR_INVALID_(ARG|URL|THIS|STATE)|(ERR_)?MODULE_NOT)/;

/** Undefined for an error that is not of the network. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // Undici's parser errors have no code.
  if (error.name === 'HTTPParserError')
    return error.message.includes('Invalid EOF state') ? 'CUT_OFF' : 'NOT_HTTP';
  const code: unknown = 'code' in error ? error.code : undefined;
  const isCode = typeof code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(code);
  return isCode && !bugs.test(code) ? code : undefined;
}

export function errorWithCode(code: 'LATE' | 'UND_ERR_RES_EXCEEDED_MAX_SIZE'): Error {
  return Object.assign(new Error(code), { code });
}
