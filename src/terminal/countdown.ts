/** A question that says how much time is left while it is open. Loaded only to ask something. */
import { useEffect, useState } from '@inquirer/core';
import { escapeText } from './escape.ts';
import type { QuestionTheme } from './questions.ts';
import { timeLeftText } from './time-left.ts';
import { textWidth } from './width.ts';

/** A time that gets shorter while a question is open. */
export interface Countdown {
  /** Before the time that is left. */
  readonly text: string;
  /** The time that is left, in ms. */
  left(): number;
  /** The time that there was at first, in ms. */
  readonly whole: number;
}

/** Of the time that is left, in columns. */
const mostColumns = 16;

/**
 * Shows how much time is left after the message until the question is answered. The style of the message is a part of the prompt:
 * Inquirer calls it once for each drawing, so the time can be a state of the prompt. Inquirer breaks lines anywhere, so the time is
 * on a line of its own if it would be broken.
 */
export function withCountdown(
  theme: QuestionTheme,
  countdown: Countdown | undefined,
  { columns, blocks }: { readonly columns: () => number; readonly blocks: boolean },
): QuestionTheme {
  if (countdown === undefined) return theme;
  const { style } = theme;
  const text = escapeText(countdown.text);
  const message = (question: string, status?: string): string => {
    const left = useTimeLeft(() => timeLeftText(countdown.left(), countdown.whole, blocks));
    if (status === 'done') return style.message(question);
    const used = textWidth(`? ${question} ${text} `) % columns();
    const gap = used + mostColumns > columns() ? '\n  ' : ' ';
    return `${style.message(question)} ${style.help(`${text}${gap}${left}`)}`;
  };
  return { ...theme, style: { ...style, message } };
}

/** Draws the question again when the time that is left has another text. */
function useTimeLeft(textOf: () => string): string {
  const [left, setLeft] = useState(textOf());
  useEffect(() => {
    const timer = setInterval(() => setLeft(textOf()), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
