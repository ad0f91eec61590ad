/**
 * A line of text, or a date that is typed or chosen in a picture below the line. Inquirer's own
 * says nothing of its keys.
 */
import {
  createPrompt,
  isBackspaceKey,
  isEnterKey,
  makeTheme,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import { enterKey, type PromptTheme } from './prompt-theme.ts';
import { problemOf, promptText, type Picker, type TextQuestion } from './questions.ts';

interface TextConfig extends Omit<TextQuestion<unknown>, 'hint' | 'picker'> {
  readonly picker: Picker | undefined;
  /**
   * The picture with this answer chosen in it, or open near another one; empty if the terminal is
   * too small.
   */
  picture(chosen: string | undefined, shown?: string): string;
  readonly theme: PromptTheme;
}

export const askText = createPrompt<string, TextConfig>(
  ({ read, picker, theme, ...config }, done) => {
    const [status, setStatus] = useState<'idle' | 'done'>('idle');
    const [text, setText] = useState('');
    const [chosen, setChosen] = useState(config.initial);
    const [problem, setProblem] = useState<string | undefined>();
    const prefix = usePrefix({ status, theme: makeTheme(theme) });
    const answer = text || (chosen ?? '');
    const isValid = problemOf(answer, read) === undefined;
    // A picture shows the date of a text.
    const meant = !isValid ? undefined : picker === undefined ? answer : String(read(answer));
    const shown = meant ?? picker?.near(text);

    useKeypress((key, line) => {
      const type = (typed: string): void => {
        line.clearLine(0);
        line.write(typed);
        setText(typed);
      };
      setProblem(undefined);
      if (isEnterKey(key)) {
        if (meant !== undefined) {
          setStatus('done');
          return done(meant);
        }
        // Reading the line has cleared it.
        type(text);
        return setProblem(problemOf(answer, read));
      }
      // Beside a text, the other keys move in the text.
      const isMoving = text === '' || picker?.isPaging(key.name) === true;
      const moved = isMoving ? picker?.move(text === '' ? chosen : shown, key.name) : undefined;
      if (moved !== undefined) {
        type('');
        setChosen(moved);
      } else if (isBackspaceKey(key) && text === '' && picker !== undefined) setChosen(undefined);
      else setText(line.line);
    });

    const message = theme.style.message(config.message, status);
    const shownAs = (given: string): string => promptText(picker?.show(given) ?? given);
    if (status === 'done')
      return [prefix, message, theme.style.answer(shownAs(meant ?? answer))].join(' ');
    // Without a picture, the hint has it.
    const offered =
      text === '' && chosen !== undefined && picker !== undefined
        ? [theme.style.defaultAnswer(shownAs(chosen))]
        : [];
    const keys = (text === '' ? picker?.keys : picker?.pagingKeys) ?? [];
    const below = [
      problem === undefined ? '' : theme.style.error(problem),
      config.picture(meant, shown),
      theme.style.keysHelpTip([...(config.picture(meant) === '' ? [] : keys), enterKey]),
    ];
    return [
      [prefix, message, ...offered, text].join(' '),
      below.filter((line) => line !== '').join('\n'),
    ];
  },
);
