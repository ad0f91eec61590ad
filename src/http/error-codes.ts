/** What the errors of undici, Node and OpenSSL mean. */

/** The code that our sockets give to a reset; see `sockets.ts`. */
export const connectionReset = 'ERR_CONNECTION_RESET';

/** The code of an error of the network; undefined for every other error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // undici intends to set a code on the parser's errors, but does not.
  if (error.name === 'HTTPParserError') {
    return error.message.includes('Invalid EOF state') ? 'HPE_INVALID_EOF_STATE' : 'HPE_ERROR';
  }
  const code: unknown = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(code)) return undefined;
  return code === 'UND_ERR_INVALID_ARG' || code === 'ERR_ASSERTION' ? undefined : code;
}

/** The status with which a proxy refused a tunnel. Undici tells it only in its message. */
export function refusalOf(error: unknown): number | undefined {
  const status = /^Proxy response \((\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1];
  return status === undefined ? undefined : Number(status);
}

const cutOffCodes = new Set([
  ...['ECONNRESET', connectionReset, 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED', 'UND_ERR_INFO'],
  ...['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'HPE_INVALID_EOF_STATE', 'ERR_STREAM_PREMATURE_CLOSE'],
]);

/** True if a connection ended too early. */
export function isCutOff(code: string): boolean {
  return cutOffCodes.has(code);
}

const unknownAuthority = 'its certificate comes from an authority unknown to this machine';
const noTls = 'it does not speak TLS; is the address http rather than https?';
const tlsProblems: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  CERT_REVOKED: 'its certificate is revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO$)/;

/** Why TLS failed, as half a sentence; undefined for codes that are not of TLS. */
export function tlsProblem(code: string): string | undefined {
  return tlsProblems[code] ?? (tlsCode.test(code) ? `the TLS handshake failed (${code})` : undefined);
}
