/** The limiter with each of its corrections switched off in turn, in virtual time: what is each of them worth? */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Plugin } from 'esbuild';
import type { SceneResult } from './ablation-worker.ts';
import { bundle } from './bundle.ts';

/** A function of a file of `rate-limit`, and the statement that replaces its body. */
const corrections: Readonly<Record<string, readonly [file: string, name: string, body: string]>> = {
  'without "few left"': ['feedback', 'noteFewLeft', 'return;'],
  'without the lower limit': ['feedback', 'noteLimit', 'return;'],
  'without the shorter window': ['learn-window', 'learnWindow', 'return;'],
  'without the early probe': ['feedback', 'mayBeWeighted', 'return false;'],
};

export interface AblationVariant {
  readonly name: string;
  readonly results: readonly SceneResult[];
}

/** `only` chooses a situation. Resolves with the results of the whole limiter, then of each variant. All have the same scenes in the same order. */
export async function runAblation(root: string, repeat: number, only = ''): Promise<AblationVariant[]> {
  const names = ['all corrections', ...Object.keys(corrections)];
  return Promise.all(
    names.map(async (name) => ({ name, results: await runVariant(root, name, [String(repeat), only]) })),
  );
}

async function runVariant(root: string, name: string, args: readonly string[]): Promise<SceneResult[]> {
  const off = corrections[name];
  const worker = await bundle(root, 'bench/budget/ablation-worker.ts', off ? [switchOff(...off)] : []);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [worker.file, ...args]);
    return JSON.parse(stdout) as SceneResult[];
  } finally {
    worker.remove();
  }
}

/** Only the bundle of the benchmark changes: the program has no such switch. */
function switchOff(file: string, name: string, body: string): Plugin {
  return {
    name: 'switch-off',
    setup(build) {
      build.onLoad({ filter: new RegExp(`rate-limit[\\\\/]${file}\\.ts$`) }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const start = new RegExp(`^(?:export )?function ${name}\\([^]*?\\): (?:void|boolean) \\{$`, 'm');
        if (!start.test(source)) throw new Error(`${file}.ts has no function ${name}`);
        return { contents: source.replace(start, `$&\n  ${body}`), loader: 'ts' };
      });
    },
  };
}
