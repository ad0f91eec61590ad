import { defineCommand } from '../../cli/command.ts';
import { shells } from '../../cli/completion/typed.ts';
import { UsageError } from '../../errors.ts';
import type { Result } from '../../result.ts';

export default defineCommand({
  name: 'completion',
  group: 'OPERATE',
  summary: 'print a script that lets a shell complete commands, flags and names',
  description:
    'The shell is bash, zsh, fish or powershell. The script goes to standard output, and its first lines say how to install it; this ' +
    'command changes no file. While you type, nothing is sent: names come from the configuration and from stored answers. ' +
    'If your configuration sets a format, add --format plain.',
  args: { shell: { help: shells.join(', '), required: true, offers: { words: shells } } },
  flags: {},
  fields: async () => ['shell', 'script'],
  examples: [
    'rental completion zsh > ~/.zsh/completions/_rental',
    'rental completion fish > ~/.config/fish/completions/rental.fish',
    'source <(rental completion bash)',
    'rental completion powershell | Out-String | Invoke-Expression',
  ],
  async run({ shell: name }, { settings }): Promise<Result> {
    const shell = shells.find((one) => one === name.toLowerCase());
    if (shell === undefined) {
      throw new UsageError(`there is no completion for "${name}"`, { hint: `shells: ${shells.join(', ')}` });
    }
    const { scripts } = await import('./scripts.ts');
    const row = { shell, script: scripts[shell] };
    return {
      data: row,
      // Without columns, plain prints the script itself.
      columns: settings.format === 'csv' ? [{ key: 'shell' }, { key: 'script' }] : [],
      rows: [row],
      view: [{ kind: 'raw', text: row.script }],
    };
  },
});
