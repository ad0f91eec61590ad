/** A question that says how much time is left while it is open. Loaded only to ask something. */
import { useEffect, useState } from '@inquirer/core';
import { escapeText } from './escape.ts';
import type { QuestionTheme } from './questions.ts';
import { textWidth } from './width.ts';

/** A text that gets shorter while a question is open, such as `12 min left`. */
export interface Countdown {
  /** Before the time that is left. */
  readonly text: string;
  /** At most 16 columns of text without colours. */
  left(): string;
}

/** Of the time that is left, in columns. */
const mostColumns = 16;

/**
 * Shows how much time is left after the message until the question is answered. The style of the message is a part of the prompt:
 * Inquirer calls it once for each drawing, so the time can be a state of the prompt. Inquirer breaks lines anywhere, so the time is
 * on a line of its own if it would be broken.
 */
export function withCountdown(theme: QuestionTheme, countdown: Countdown, columns: () => number): QuestionTheme {
  const { style } = theme;
  const text = escapeText(countdown.text);
  const message = (question: string, status?: string): string => {
    const left = useTimeLeft(countdown);
    if (status === 'done') return style.message(question);
    const used = textWidth(`? ${question} ${text} `) % columns();
    const gap = used + mostColumns > columns() ? '\n  ' : ' ';
    return `${style.message(question)} ${style.help(`${text}${gap}${left}`)}`;
  };
  return { ...theme, style: { ...style, message } };
}

/** Draws the question again when the time that is left has another text. */
function useTimeLeft(countdown: Countdown): string {
  const [left, setLeft] = useState(countdown.left());
  useEffect(() => {
    const timer = setInterval(() => setLeft(countdown.left()), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
