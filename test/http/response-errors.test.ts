import { describe, expect, it } from 'vitest';
import { RedirectError, responseError, serverMessage } from '../../src/http/response-errors.ts';

const response = (
  status: number,
  body: string | Uint8Array,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) => ({
  status,
  headers,
  body: Buffer.from(body as string),
  receivedAt: Date.parse('2026-11-20T10:00:00Z'),
  elapsedMs: 1,
});

describe('responseError', () => {
  const unavailable = 'the service is unavailable, GET /quotes: ';

  it.each([
    [
      404,
      '{"error":"No such vehicle"}',
      'refused',
      3,
      'the service refused GET /quotes: No such vehicle',
    ],
    [400, '{}', 'refused', 3, 'the service refused GET /quotes: 400 Bad Request'],
    [499, 'null', 'refused', 3, 'the service refused GET /quotes: 499'],
    [500, '{"error":{"message":"x"}}', 'unavailable', 4, `${unavailable}500 Internal Server Error`],
    [503, '{"error":"Back at ten"}', 'unavailable', 4, `${unavailable}Back at ten`],
    [204, '', 'contract', 7, 'GET /quotes: the service answered 204 No Content instead of 200'],
  ])(
    'a %i with %s becomes the error that scripts and users expect',
    (status, body, code, exitCode, message) => {
      expect(responseError(response(status, body), 'GET /quotes')).toMatchObject({
        status,
        code,
        exitCode,
        message,
      });
    },
  );

  it('says when to retry after a 503', () => {
    const headers = { 'retry-after': 'Fri, 20 Nov 2026 10:05:00 GMT' };
    const { retryAfterSeconds, hint } = responseError(response(503, '', headers), 'GET /quotes');
    expect({ retryAfterSeconds, hint }).toEqual({
      retryAfterSeconds: 300,
      hint: 'try again in 5 min',
    });
    const past = { 'retry-after': 'Fri, 20 Nov 2026 09:55:00 GMT' };
    expect(responseError(response(503, '', past), 'GET /quotes').hint).toBe('try again later');
  });

  it('says that credentials are needed after a 401', () => {
    expect(responseError(response(401, '<html>', {}), 'GET /quotes').hint).toMatch(/credentials/);
  });
});

it('a redirect from https to https may come from a network that requires a login', () => {
  const request = { url: new URL('https://a.test/depots'), endpoint: 'GET /depots' };
  const { hint } = new RedirectError(
    response(302, '', { location: 'https://a.test/login' }),
    request,
  );
  expect(hint).toMatch(
    /^redirects are not followed: check the address, or whether the network requires a login/,
  );
});

describe('serverMessage', () => {
  it.each<[string, string | Uint8Array, string | undefined]>([
    ['escaped, unescaped', '{"error":" No \\u001b[31mway "}', 'No \u001b[31mway'],
    ['of several lines, on one', '{"error":"a\\r\\n\\u2028b\\u0085c"}', 'a b c'],
    ['not a string, as none', '{"error":42}', undefined],
    ['not JSON, as none', 'error', undefined],
    ['not UTF-8, as none', Buffer.from('{"error":"\xff"}', 'latin1'), undefined],
    ['too long, cut', JSON.stringify({ error: 'x'.repeat(5_000) }), `${'x'.repeat(300)}…`],
    [
      'too long, cut between wide characters',
      JSON.stringify({ error: '🚐'.repeat(5_000) }),
      `${'🚐'.repeat(300)}…`,
    ],
  ])('gives the text of an error body that is %s', (_, body, message) => {
    expect(serverMessage(response(400, body))).toBe(message);
  });

  it('ignores a web page', () => {
    expect(
      serverMessage(response(400, '{"error":"x"}', { 'content-type': 'text/html' })),
    ).toBeUndefined();
  });
});
