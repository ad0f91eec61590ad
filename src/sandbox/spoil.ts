/** Lets faults change the answers before they are sent. */
import type { MiddlewareHandler } from 'hono';
import type { SandboxAnswer, AnswerChange } from './change.ts';
import { basePath } from './options.ts';

export function spoilAnswers(changes: readonly AnswerChange[]): MiddlewareHandler {
  let position = 0;
  return async (c, next) => {
    await next();
    if (changes.length === 0 || c.req.method !== 'GET') return;
    const { pathname, searchParams: query } = new URL(c.req.url);
    const isOfInterface = pathname.startsWith(`${basePath}/`);
    if (isOfInterface) position += 1;
    const path = isOfInterface ? pathname.slice(basePath.length) : pathname;
    const { status, headers } = c.res;
    const answer: SandboxAnswer = {
      path,
      query,
      position,
      headers: new Headers(headers),
      status,
      body: await c.res.text(),
    };
    for (const change of changes) tryChange(change, answer);
    // Hono would put the old headers into the new answer.
    c.res = undefined;
    c.res = new Response(answer.body === '' ? null : answer.body, answer);
  };
}

/** Leaves an answer alone that lacks what the fault changes: an empty list, a broken body. */
function tryChange(change: AnswerChange, answer: SandboxAnswer): void {
  try {
    change(answer);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}
