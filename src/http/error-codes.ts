/** What error codes and statuses mean; `transport-errors.ts` has the words. */

export type Fault =
  | 'unreachable'
  | 'unreachableForNow'
  | 'insecure'
  | 'closed'
  | 'stalled'
  | 'late'
  | 'notHttp'
  | 'tooLarge';

const unknownAuthority = 'its certificate comes from an authority unknown to this machine';

/**
 * The first row that fits counts. `why` follows `cannot` for unreachable and unreachableForNow, and a
 * colon for insecure; for tooLarge it is the message. `transport-errors.ts` fills in PEER. Node has no
 * LATE, NOT_HTTP and CUT_OFF: they are set in this room.
 */
const meanings: readonly (readonly [codes: RegExp, fault: Fault, why?: string])[] = [
  [/^ENOTFOUND$/, 'unreachable', 'find PEER: no such host'],
  [/^EAI_AGAIN$/, 'unreachableForNow', 'find PEER: the name server did not answer'],
  [/^ECONNREFUSED$/, 'unreachable', 'reach PEER: the connection was refused'],
  [
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    'unreachableForNow',
    'reach PEER: no connection in time',
  ],
  [/^DEPTH_ZERO_SELF_SIGNED/, 'insecure', 'its certificate is self-signed'],
  [/^(SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY)/, 'insecure', unknownAuthority],
  [/^CERT_HAS_EXPIRED$/, 'insecure', 'its certificate has expired'],
  [/^CERT_NOT_YET_VALID$/, 'insecure', 'its certificate is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'insecure', 'its certificate is for another host'],
  [
    /^ERR_SSL_(WRONG|PACKET)/,
    'insecure',
    'it does not speak TLS; is the address http rather than https?',
  ],
  [
    /^(ERR_TLS|ERR_SSL|CERT|UNABLE|HOSTNAME|INVALID|PATH|EPROTO)/,
    'insecure',
    'the TLS handshake failed (CODE)',
  ],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'tooLarge', 'the headers of the answer are larger than 16 KiB'],
  [/^UND_ERR_RES_EXCEEDED_MAX_SIZE$/, 'tooLarge', 'the answer is larger than 8 MiB'],
  [/^UND_ERR_BODY_TIMEOUT$/, 'stalled'],
  [/^LATE$/, 'late'],
  // Undici asserts that a status is not below 100.
  [/^(NOT_HTTP|ERR_ASSERTION)$/, 'notHttp'],
  [/^(CUT_OFF|ECONNRESET|ECONNABORTED|EPIPE|ERR_STREAM_PREMATURE_CLOSE)$/, 'closed'],
  [/^UND_ERR_(SOCKET|ABORTED|RES_CONTENT_LENGTH_MISMATCH)$/, 'closed'],
  [/^/, 'unreachable', 'reach PEER (CODE)'],
];

export function meaningOf(code: string): { readonly fault: Fault; readonly why: string } {
  const [, fault = 'unreachable', why = ''] = meanings.find(([codes]) => codes.test(code)) ?? [];
  return { fault, why: why.replace('CODE', code) };
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
