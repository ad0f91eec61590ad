export interface HttpOptions {
  /** The type of JSON answers. */
  readonly jsonType: 'application/json' | 'application/json; charset=utf-8' | 'Application/JSON;charset="UTF-8"';
  /** Sends a Date header. */
  readonly date: boolean;
  /** Sends headers for caches, browsers and cookies. */
  readonly moreHeaders: boolean;
}

export const httpDefaults: HttpOptions = { jsonType: 'application/json', date: true, moreHeaders: false };

/** An answer before the headers that all have. */
export interface Message {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function responseOf({ status, type, body, headers }: Message, options: HttpOptions, now: number): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': type,
      ...(options.date ? { Date: new Date(now).toUTCString() } : {}),
      ...(options.moreHeaders ? MORE_HEADERS : {}),
      ...headers,
    },
  });
}

const MORE_HEADERS = {
  ETag: 'W/"0"',
  'Cache-Control': 'private, max-age=30, stale-while-revalidate=5',
  Vary: 'Accept-Encoding, User-Agent',
  'Set-Cookie': 'visit=1; Path=/; HttpOnly',
  'Strict-Transport-Security': 'max-age=31536000',
  Link: '</help>; rel="help"',
  Server: 'kea/0.3 (a "very" small server)',
};
