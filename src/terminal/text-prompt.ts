/** A line of text, or a date that is typed or chosen in a picture; below it the keys. */
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
  /** With `chosen` marked, or open at `shown`. Empty if the terminal is too small. */
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
    const resolve = (valid: string): string => (picker === undefined ? valid : String(read(valid)));
    const resolved = isValid ? resolve(answer) : undefined;
    const shown = resolved ?? picker?.near(text);

    useKeypress((key, line) => {
      const type = (typed: string): void => {
        line.clearLine(0);
        line.write(typed);
        setText(typed);
      };
      setProblem(undefined);
      if (isEnterKey(key)) {
        if (resolved !== undefined) {
          setStatus('done');
          return done(resolved);
        }
        // Enter has cleared the line.
        type(text);
        return setProblem(problemOf(answer, read));
      }
      // In a text, other keys move the cursor.
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
      return [prefix, message, theme.style.answer(shownAs(resolved ?? answer))].join(' ');
    // Without a picture, the hint names the default.
    const offered =
      text === '' && chosen !== undefined && picker !== undefined
        ? [theme.style.defaultAnswer(shownAs(chosen))]
        : [];
    const keys = (text === '' ? picker?.keys : picker?.pagingKeys) ?? [];
    const below = [
      problem === undefined ? '' : theme.style.error(problem),
      config.picture(resolved, shown),
      theme.style.keysHelpTip([...(config.picture(resolved) === '' ? [] : keys), enterKey]),
    ];
    return [
      [prefix, message, ...offered, text].join(' '),
      below.filter((line) => line !== '').join('\n'),
    ];
  },
);
