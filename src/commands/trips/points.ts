/** The totals of a trip over time, for a drawing: those in the currency of the newest one. */
import type { PlotPoint } from '../../result.ts';
import type { StoredAnswer } from '../../trips/answers.ts';

type Answers = readonly Pick<StoredAnswer, 'at' | 'best'>[];

export function pointsOf(answers: Answers): PlotPoint[] {
  const currency = newestCurrency(answers);
  const points = answers.flatMap(({ at, best }) => {
    return best === undefined || best.currency === currency ? { at, amount: best?.totalAmount } : [];
  });
  // They are in the order in which they came, and a clock can be set back.
  return points.sort((a, b) => a.at - b.at);
}

export function newestCurrency(answers: Answers): string | undefined {
  return answers.findLast(({ best }) => best !== undefined)?.best?.currency;
}
