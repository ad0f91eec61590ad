/** An interactive shell with the script of `rental completion`, in a pseudo-terminal. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { binary, node } from './program.ts';
import { openPty } from './pty.ts';
import { baseUrl } from './stored.ts';

/** Completes with the real program, and prints the words of every other call. Other users can see the words of each call. */
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

export async function completingShell(shell: ShellName) {
  const { file, text, args } = setups[shell];
  // It reads the one line that says that the files are there. The shell would take it as an empty command, after which keys are
  // for a moment not its own: the terminal itself then deletes a line at Ctrl-U.
  const script = `cd "$HOME"; PATH="$HOME/bin:$PATH"; read -r _; exec "$0" "$@"`;
  const pty = openPty('/bin/sh', ['-c', script, shell, ...args], {
    columns: 200,
    rows: 50,
    env: { RENTAL_BASE_URL: baseUrl, SHELL: '/bin/sh', fish_color_autosuggestion: 'normal' },
  });
  const { folder } = pty;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'rental'), rental, { mode: 0o755 });
  writeFileSync(join(folder, file), text);
  // Without this folder, fish starts to read every manual page of the machine.
  mkdirSync(join(folder, '.local', 'share', 'fish', 'generated_completions'), { recursive: true });
  pty.press('\n');
  return {
    ...pty,
    /** Types a line with its keys, runs it, and returns the words that `rental` is called with. */
    words: async (typed: string) => {
      const start = pty.raw().length;
      // A prompt with text is the one of the line before: the screen is drawn later than the output arrives.
      await pty.until(() => pty.screen().split('\n').at(-1) === prompt.trim(), 'the prompt');
      pty.press(`${typed}\r`);
      const printed = (): string => pty.raw().slice(start);
      await pty.until(() => printed().includes('<end>'), 'the words of the program');
      return [...printed().matchAll(/<word>(.*?)<\/word>/gs)].map(([, word = '']) => word);
    },
  };
}
