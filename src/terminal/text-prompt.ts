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
import { problemOf, promptText, type Picker, type TextPrompt } from './questions.ts';

interface TextConfig extends Omit<TextPrompt<unknown>, 'hint' | 'picker'> {
  readonly picker: Picker | undefined;
  /** With `chosen` marked, or open at `shown`. Empty if the terminal is too small. */
  picture(chosen: string | undefined, shown?: string): string;
  readonly theme: PromptTheme;
}

export const askText = createPrompt<string, TextConfig>((config, done) => {
  const { read, picker, theme } = config;
  const [status, setStatus] = useState<'idle' | 'done'>('idle');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(config.initial);
  const [problem, setProblem] = useState<string | undefined>();
  const prefix = usePrefix({ status, theme: makeTheme(theme) });
  const answer = text || (chosen ?? '');
  const accepted = acceptedAnswer(answer, config);
  const shown = accepted ?? picker?.near(text);

  useKeypress((key, line) => {
    const type = (typed: string): void => {
      line.clearLine(0);
      line.write(typed);
      setText(typed);
    };
    setProblem(undefined);
    if (isEnterKey(key)) {
      if (accepted !== undefined) {
        setStatus('done');
        return done(accepted);
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

  const start = [prefix, theme.style.message(config.message, status)];
  if (status === 'done')
    return [...start, theme.style.answer(answerInWords(accepted ?? answer, picker))].join(' ');
  // Without a picture, the hint names the default.
  const offered =
    text === '' && chosen !== undefined && picker !== undefined
      ? [theme.style.defaultAnswer(answerInWords(chosen, picker))]
      : [];
  const below = [
    problem === undefined ? '' : theme.style.error(problem),
    config.picture(accepted, shown),
    keysLine(text, accepted, config),
  ];
  return [[...start, ...offered, text].join(' '), below.filter((line) => line !== '').join('\n')];
});

/** Undefined for an answer that cannot be read. With a picker, the day that the text stands for. */
function acceptedAnswer(answer: string, { read, picker }: TextConfig): string | undefined {
  if (problemOf(answer, read) !== undefined) return undefined;
  return picker === undefined ? answer : String(read(answer));
}

function answerInWords(answer: string, picker: Picker | undefined): string {
  return promptText(picker?.show(answer) ?? answer);
}

function keysLine(
  text: string,
  accepted: string | undefined,
  { picker, picture, theme }: TextConfig,
): string {
  const keys = (text === '' ? picker?.keys : picker?.pagingKeys) ?? [];
  return theme.style.keysHelpTip([...(picture(accepted) === '' ? [] : keys), enterKey]);
}
