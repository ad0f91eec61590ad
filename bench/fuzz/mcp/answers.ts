/** Answers to the requests of one call: right, odd in some layer, or right and far too long. */
import type { Dice } from '../../../test/support/dice.ts';
import { oddAnswer, rightAnswer } from '../wire/answers.ts';
import type { Answering } from '../wire/server.ts';
import type { AnswerTo } from '../wire/service.ts';
import { oddText } from '../wire/values.ts';

export function answering(answerTo: AnswerTo, dice: Dice): Answering {
  return async (target) => {
    if (target === undefined) return undefined;
    const right = await answerTo(target);
    const kind = dice.pick(['right', 'odd', 'odd', 'long'] as const);
    if (kind === 'odd') return oddAnswer(right, dice, false);
    const isJson = right.contentType.startsWith('application/json');
    const body = kind === 'long' && isJson ? Buffer.from(lengthened(right.body.toString(), dice)) : right.body;
    return rightAnswer({ ...right, body }, dice);
  };
}

/** Fewer than the values that one answer may hold. */
const mostItems = 30_000;

/** The same document with its lists many times as long, and with odd texts. */
function lengthened(json: string, dice: Dice): string {
  let left = mostItems;
  const text = dice.chance(0.5) ? oddText(dice).slice(0, 200) : undefined;
  const longer = (value: unknown): unknown => {
    if (typeof value === 'string') return text !== undefined && dice.chance(0.1) ? text : value;
    if (typeof value !== 'object' || value === null) return value;
    if (!Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, longer(inner)]));
    const length = value.length === 0 ? 0 : Math.min(left, dice.pick([1, 20, 400, 5_000]));
    left -= length;
    return Array.from({ length }, (_, index) => longer(value[index % value.length]));
  };
  return JSON.stringify(longer(JSON.parse(json)));
}
