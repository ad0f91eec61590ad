/** A question that is answered with a line of text, or by choosing in a picture below it. Loaded only to ask something. */
import {
  createPrompt,
  isBackspaceKey,
  isEnterKey,
  isTabKey,
  makeTheme,
  useEffect,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import type { QuestionControl, RunQuestion } from './question-runner.ts';
import {
  lengthProblem,
  messageOf,
  promptText,
  withHint,
  type InputQuestion,
  type KeyHelp,
  type QuestionTheme,
} from './questions.ts';

interface Answer {
  readonly value: unknown;
  readonly shown: string;
}

interface TextConfig extends Omit<InputQuestion<unknown>, 'read'> {
  read(text: string): Promise<{ readonly problem: string } | Answer>;
  /** The picture below the line. */
  picture(chosen: string | undefined): string;
  readonly keys: readonly KeyHelp[];
  readonly theme: QuestionTheme;
}

/** Asks for a line of text until `read` accepts it. */
export function askText<T>(
  question: InputQuestion<T>,
  run: RunQuestion,
  look: Pick<TextConfig, 'theme' | 'keys' | 'picture'>,
): Promise<T> {
  return run(async (context, { fail, keepDuring }: QuestionControl) => {
    let ended = false;
    const read = async (text: string): Promise<{ readonly problem: string } | Answer> => {
      const problem = lengthProblem(text);
      if (problem !== undefined) return { problem };
      // Inquirer does not catch a rejection here, which would end the program.
      const answer = await keepDuring(question.read(text)).catch(fail);
      // Once the question has ended, an answer would make Inquirer write to its closed line and end the program.
      return answer === undefined || ended ? new Promise(() => {}) : answer;
    };
    const answer = await prompt({ ...question, ...look, read }, context).finally(() => (ended = true));
    return answer.value as T;
  });
}

const prompt = createPrompt<Answer, TextConfig>((config, done) => {
  const { picker, keys, theme } = config;
  const [status, setStatus] = useState<'idle' | 'loading' | 'done'>('idle');
  const [text, setText] = useState('');
  const [initial, setInitial] = useState(config.initial);
  const [typed, setTyped] = useState<string | undefined>();
  const [problem, setProblem] = useState<string | undefined>();
  const [answer, setAnswer] = useState<Answer | undefined>();
  const prefix = usePrefix({ status, theme: makeTheme(theme) });
  useEffect(() => showTyped(config, text, setTyped), [text]);

  useKeypress(async (key, rl) => {
    if (status !== 'idle') return;
    if (isEnterKey(key)) {
      setStatus('loading');
      const read = await config.read(text || (initial ?? ''));
      if ('problem' in read) {
        // Reading the line has cleared it.
        rl.write(text);
        setProblem(promptText(read.problem));
        return setStatus('idle');
      }
      setAnswer(read);
      setStatus('done');
      return done(read);
    }
    const moved = text === '' && picker !== undefined ? picker.move(initial, key.name) : undefined;
    if (moved !== undefined) {
      rl.clearLine(0);
      setInitial(moved);
    } else if (isBackspaceKey(key) && text === '') setInitial(undefined);
    else if (isTabKey(key) && text === '') {
      rl.clearLine(0);
      rl.write(initial ?? '');
      setText(initial ?? '');
    } else setText(rl.line);
    setProblem(undefined);
  });

  const asked = status === 'done' ? theme : withHint(theme, config.hint);
  const message = asked.style.message(messageOf(config), status);
  if (answer !== undefined) return [prefix, message, theme.style.answer(promptText(answer.shown))].join(' ');
  const shown = initial === undefined ? undefined : promptText(picker?.show(initial) ?? initial);
  const offered = shown === undefined || text !== '' ? [] : [theme.style.defaultAnswer(shown)];
  const below = [
    problem === undefined ? '' : theme.style.error(problem),
    config.picture(text === '' ? initial : typed),
    theme.style.keysHelpTip(keys),
  ];
  return [[prefix, message, ...offered, text].join(' '), below.filter((line) => line !== '').join('\n')];
});

/** Finds out what is meant while it is typed, for the picture. */
function showTyped({ picker, read }: TextConfig, text: string, show: (answer: string | undefined) => void) {
  let isOld = false;
  if (picker !== undefined && text !== '') {
    void read(text).then((answer) => {
      if (!isOld) show('value' in answer ? String(answer.value) : undefined);
    });
  }
  return () => void (isOld = true);
}
