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
 * text is not a configuration. The file is as before then, as after any other end, and the copy stays if the user changed it.
 */
export async function editFile({ io, signal, note }: Context): Promise<boolean> {
  const editor = io.env['VISUAL'] || io.env['EDITOR'] || (platform() === 'win32' && 'notepad');
  const path = configPath(io.env);
  if (!editor) {
    throw new UsageError('no editor is set', { hint: `set VISUAL or EDITOR, or edit ${path} by hand` });
  }
  const before = configText(io.env);
  const folder = await mkdtemp(join(io.env['TMPDIR'] || tmpdir(), 'rental-edit-'));
  const copy = join(folder, 'config.json');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeFile(copy, before, { mode: 0o600 });
    await runEditor(editor, copy, io);
    signal.throwIfAborted();
    const after = await readFile(copy, 'utf8');
    if (after !== before) {
      parseDefaults((await checkConfig(copy, after)).defaults, copy);
      await replaceConfig(io.env, after);
    }
    await remove();
    return after !== before;
  } catch (error) {
    if ((await readFile(copy, 'utf8').catch(() => before)) === before) {
      await remove();
      throw error;
    }
    const hint = `${path} is as before; your text is in ${copy}`;
    if (error instanceof ConfigError) throw new ConfigError(error.message, { hint, cause: error });
    if (error instanceof OutputError) throw new OutputError(error.message, { hint, cause: error });
    note(hint);
    throw error;
  }
}

/** VISUAL and EDITOR may hold flags (`code --wait`), so a shell reads them, as it does for git. */
async function runEditor(editor: string, file: string, { env, ignoreInterrupts }: Context['io']): Promise<void> {
  // With /s, cmd removes the outer quotes and leaves the others as they are.
  const [shell, ...words] =
    platform() === 'win32'
      ? ['cmd', '/d', '/s', '/c', `"${editor} "${file}""`]
      : ['sh', '-c', `${editor} "$1"`, 'sh', file];
  const [code, signal] = (await ignoreInterrupts(() =>
    once(spawn(shell, words, { stdio: 'inherit', env, windowsVerbatimArguments: true }), 'exit'),
  )) as [number | null, string | null];
  if (code === 0) return;
  throw new OutputError(`the editor ended with ${signal ?? `exit code ${code}`}, so nothing was changed`, {
    hint: 'VISUAL and EDITOR name the editor',
  });
}
