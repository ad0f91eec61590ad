/** Answers to the requests of one call: right, odd in some layer, or right and far too long. */
import type { Dice } from '../../../test/support/dice.ts';
import { oddAnswer, rightAnswer } from '../wire/answers.ts';
import type { Answering } from '../wire/server.ts';
import type { AnswerTo } from '../wire/service.ts';
import { lengthened } from '../wire/long.ts';

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
