/** Opens the configuration file in the user's editor. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../../cli/context.ts';
import { parseDefaults } from '../../cli/parse.ts';
import { ConfigError, OutputError, UsageError } from '../../errors.ts';
import { checkConfig, configPath, configText, replaceConfig } from '../../operators/config.ts';

/**
 * Lets the user edit a copy, so that the file is never half-written or wrong; true if it was changed. Throws ConfigError if the edited
 * text is not a configuration: the file is as before then, and the copy stays.
 */
export async function editFile({ io, signal }: Context): Promise<boolean> {
  const editor = io.env['VISUAL'] || io.env['EDITOR'];
  if (!editor) {
    throw new UsageError('no editor is set', { hint: `set VISUAL or EDITOR, or edit ${configPath(io.env)} by hand` });
  }
  const before = configText(io.env);
  const folder = await mkdtemp(join(io.env['TMPDIR'] || tmpdir(), 'rental-edit-'));
  const copy = join(folder, 'config.json');
  await writeFile(copy, before, { mode: 0o600 });
  await runEditor(editor, copy, io.env);
  signal.throwIfAborted();
  const after = await readFile(copy, 'utf8');
  if (after !== before) {
    try {
      parseDefaults((await checkConfig(copy, after)).defaults, copy);
      await replaceConfig(io.env, after);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      const hint = `${configPath(io.env)} is as before; your text is in ${copy}`;
      throw new ConfigError(error.message, { hint, cause: error });
    }
  }
  await rm(folder, { recursive: true, force: true });
  return after !== before;
}

/** VISUAL and EDITOR may hold flags (`code --wait`), so a shell reads them, as it does for git. */
async function runEditor(editor: string, file: string, env: Context['io']['env']): Promise<void> {
  const [shell, ...words] =
    platform() === 'win32' ? ['cmd', '/c', `${editor} "${file}"`] : ['sh', '-c', `${editor} "$1"`, 'sh', file];
  const child = spawn(shell, words, { stdio: 'inherit', env, windowsVerbatimArguments: true });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code === 0) return;
  throw new OutputError(`the editor ended with ${signal ?? `exit code ${code}`}, so nothing was changed`, {
    hint: 'VISUAL and EDITOR name the editor',
  });
}
