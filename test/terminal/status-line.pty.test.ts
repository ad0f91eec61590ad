// @module-tag long
import { join } from 'node:path';
import { spawn, type IPty } from '@lydell/node-pty';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanEnvironment, temporaryFolder } from '../support/environment.ts';
import { show } from './screen.ts';

/** A command that waits until it is stopped, in a separate process with the real streams and clock. */
const program = `
  import { createPalette } from './src/terminal/colour.ts';
  import { createProgress } from './src/terminal/progress.ts';
  import { systemIo } from './src/terminal/io.ts';
  const io = systemIo();
  const progress = createProgress({
    io,
    settings: { quiet: false, verbose: 0 },
    palette: createPalette(io.stderr, io.env, 'auto'),
  });
  const stop = new AbortController();
  io.onInterrupt(() => stop.abort());
  progress.begin('Asking for depots');
  await io.sleep(20_000, stop.signal).catch(() => {});
  progress.stop();
  process.stdout.write('the end\\n');
  process.exitCode = 130;
`;

async function start(): Promise<{ terminal: IPty; output: () => string; exitCode: Promise<number> }> {
  const folder = temporaryFolder();
  const outfile = join(folder, 'program.mjs');
  await build({
    stdin: { contents: program, resolveDir: process.cwd(), loader: 'ts' },
    ...{ bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' },
  });
  const environment = { ...cleanEnvironment(folder), TERM: 'xterm-256color' };
  const terminal = spawn(process.execPath, [outfile], { cols: 40, rows: 10, env: environment });
  let output = '';
  terminal.onData((data) => (output += data));
  const exitCode = new Promise<number>((resolve) => terminal.onExit((exit) => resolve(exit.exitCode)));
  onTestFinished(() => {
    try {
      terminal.kill('SIGKILL');
    } catch {
      // It has already ended.
    }
  });
  return { terminal, output: () => output, exitCode };
}

const patient = { timeout: 15_000, interval: 20 };

describe('the status line in a real terminal', () => {
  it('does not swallow Ctrl-C, and leaves a clean line and a visible cursor', async () => {
    const { terminal, output, exitCode } = await start();
    await vi.waitFor(() => expect(output()).toContain('Asking for depots …'), patient);
    terminal.write('\u0003');
    expect(await exitCode).toBe(130);
    await vi.waitFor(() => expect(output()).toContain('the end'), patient);
    expect(output()).not.toContain('\u001B[?25l');
    expect((await show(output(), 40)).lines.filter((line) => !/^(\^C)?$/.test(line))).toEqual(['the end']);
  });

  it('continues when the terminal becomes tiny', async () => {
    const { terminal, output, exitCode } = await start();
    await vi.waitFor(() => expect(output()).toContain('Asking for depots …'), patient);
    terminal.resize(1, 1);
    await vi.waitFor(() => expect(output()).toContain('\u001B[39m …'), patient);
    terminal.kill('SIGINT');
    expect(await exitCode).toBe(130);
    await vi.waitFor(() => expect(output()).toContain('the end'), patient);
  });
});
