import { defineCommand } from '../../cli/command.ts';
import { shells } from '../../cli/completion/shells.ts';
import { unknownWord } from '../../cli/unknown-word.ts';
import { joinWords } from '../../base/words.ts';
import { completionShape } from '../../documents/program.ts';
import { makeResult, type Result } from '../../result.ts';

export default defineCommand({
  name: 'completion',
  group: 'OPERATE',
  summary: 'print the completion script for a shell',
  purpose:
    'Prints a script that lets the Tab key complete commands, flags and names. It changes no files: the first ' +
    'lines of the script say how to install it. Completing sends no requests. If your configuration sets a ' +
    'format, add --format plain.',
  args: {
    shell: {
      help: shells.join(', '),
      required: true,
      missing: `needs a shell: ${joinWords(shells, 'or')}`,
      offers: { words: shells },
    },
  },
  flags: {},
  document: completionShape,
  examples: [
    { does: 'Complete in bash, now', line: 'source <(rental completion bash)' },
    {
      does: 'In zsh, always, after mkdir -p ~/.zsh/completions',
      line: 'rental completion zsh > ~/.zsh/completions/_rental',
    },
    {
      does: 'In fish, always, after mkdir -p ~/.config/fish/completions',
      line: 'rental completion fish > ~/.config/fish/completions/rental.fish',
    },
    {
      does: 'In PowerShell, now',
      line: 'rental completion powershell | Out-String | Invoke-Expression',
    },
  ],
  async run({ shell: name }, { settings }): Promise<Result> {
    const shell = shells.find((one) => one === name);
    if (shell === undefined)
      throw unknownWord('there is no completion for', name, shells, 'shells');
    const { scripts } = await import('./scripts.ts');
    const script = scripts[shell];
    return makeResult(completionShape, {
      value: { shell, script },
      // Without columns, plain prints the script itself.
      ...(settings.format !== 'csv' && { columns: [] }),
      view: () => [{ kind: 'raw', text: script }],
    });
  },
});
