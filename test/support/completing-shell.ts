/** An interactive shell with the script of `rental completion`, in a pseudo-terminal. */
import { binary, node } from './program.ts';
import { openPty } from './pty.ts';
import { baseUrl } from './stored.ts';

/**
 * Completes with the real program, and prints the words of every other call. Other users can see
 * the words of each call.
 */
const rental = `#!/bin/sh
echo "$@" >> "$HOME/calls"
case "$1" in complete | completion) exec '${node}' '${binary}' "$@" ;; esac
for word in "$@"; do printf '<word>%s</word>' "$word"; done
printf '<end>\\n'
`;

const prompt = 'ready> ';
const setups = {
  bash: {
    file: 'bashrc',
    text: `PS1='${prompt}'; bind 'set bell-style none'; rental completion bash >script; source ./script`,
    args: ['--rcfile', 'bashrc', '-i'],
  },
  zsh: {
    file: '.zshrc',
    text: `PS1='${prompt}'; unsetopt beep; autoload -Uz compinit; compinit -u -D; source <(rental completion zsh)`,
    args: ['-i'],
  },
  fish: {
    file: 'setup.fish',
    text: `function fish_prompt; echo -n '${prompt}'; end; function fish_greeting; end; rental completion fish | source`,
    args: ['-i', '--init-command', 'source setup.fish'],
  },
};

export type ShellName = keyof typeof setups;
export const shells = Object.keys(setups) as ShellName[];

export function completingShell(shell: ShellName) {
  const { file, text, args } = setups[shell];
  const pty = openPty(shell, args, {
    columns: 200,
    rows: 50,
    // Without a file there, fish starts to read every manual page of the machine.
    files: { rental, [file]: text, '.local/share/fish/generated_completions/none': '' },
    env: {
      PATH: `.:${process.env['PATH'] ?? ''}`,
      RENTAL_BASE_URL: baseUrl,
      SHELL: '/bin/sh',
      fish_color_autosuggestion: 'normal',
    },
  });
  return {
    ...pty,
    /** Types a line with its keys, runs it, and returns the words that `rental` is called with. */
    words: async (typed: string) => {
      const start = pty.raw().length;
      // The screen is drawn later than the output arrives: until then, the last prompt is that of
      // the line before, with its text.
      await pty.until(() => pty.screen().split('\n').at(-1) === prompt.trim(), 'the prompt');
      pty.press(`${typed}\r`);
      const printed = (): string => pty.raw().slice(start);
      await pty.until(() => printed().includes('<end>'), 'the words of the program');
      return [...printed().matchAll(/<word>(.*?)<\/word>/gs)].map(([, word = '']) => word);
    },
  };
}
