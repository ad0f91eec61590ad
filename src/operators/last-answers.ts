/** The answers of the last plan with each operator, in a private file of the cache. Loaded only by the wizard. */
import * as z from 'zod/mini';
import type { CalendarDate } from '../api/types.ts';
import { isoDate } from '../planner/calendar.ts';
import type { Operator } from '../planner/session.ts';
import { cachePath, readCached, writeCached } from './cache.ts';
import type { Env } from './files.ts';

const id = z.int();
const item = z.object({ id, name: z.string() });
const date = z.custom<CalendarDate>((text) => typeof text === 'string' && isoDate(text) !== undefined);
const schema = z.object({
  pickUp: item,
  dropOff: item,
  pickUpDate: date,
  dropOffDate: date,
  vehicle: item,
  accessories: z.array(z.extend(item, { quantity: z.int().check(z.minimum(1), z.maximum(50)) })),
  insurance: z.nullable(item),
});

/** With names, because an id can be that of another thing later. */
export type LastAnswers = z.infer<typeof schema>;

/** Undefined if there are none. A file that cannot be read is set aside, with a notice. */
export async function lastAnswers(
  { baseUrl }: Operator,
  env: Env,
  notify: (message: string) => void,
): Promise<LastAnswers | undefined> {
  const found = await readCached(cachePath(env, 'answers', baseUrl), (stored) => schema.safeParse(stored).data);
  if (found.kind === 'corrupt') notify(`your last answers could not be read and were set aside as ${found.path}`);
  return found.kind === 'found' ? found.value : undefined;
}

/** Never throws. */
export async function storeLastAnswers({ baseUrl }: Operator, env: Env, answers: LastAnswers): Promise<void> {
  await writeCached(cachePath(env, 'answers', baseUrl), answers);
}
