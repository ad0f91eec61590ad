/** `--jq`: jq itself, as WebAssembly. */
import { brotliDecompressSync } from 'node:zlib';
import { bundledFile } from '../bundled-files.ts';
import { UsageError } from '../base/errors.ts';
import { fieldText } from '../base/field-text.ts';
import type { Result } from '../result.ts';
import { escapeData, escapeJson } from '../terminal/escape.ts';
import { joinWords, shorten } from '../base/words.ts';
import { documentText, jsonText, type JsonTarget } from './json.ts';

/** Returns lines of JSON. Throws UsageError. An endless expression blocks until a signal comes. */
export type JqFilter = (json: string) => readonly string[];

/** Throws UsageError if the expression cannot be compiled. */
export async function createJqFilter(expression: string): Promise<JqFilter> {
  const { loadJq } = await import('jq-wasm');
  const jq = await loadJq({ wasmBinary: brotliDecompressSync(bundledFile('dist/jq.wasm.br')) });
  /* eslint-disable no-console -- without memory, WebAssembly prints "Aborted()" itself, and stderr must have only our error */
  const { error } = console;
  const run = (json: string) => {
    console.error = () => {};
    try {
      // The space: jq would read a minus sign as a flag.
      return jq.raw(json, ` ${expression}`, ['-c']);
    } catch (cause) {
      const hint =
        'make it produce fewer values, or save the document with --json and use jq itself';
      throw new UsageError(fieldText('{jq}: the expression needs more memory than there is'), {
        hint,
        cause,
      });
    } finally {
      console.error = error;
    }
  };
  /* eslint-enable no-console */
  const filter: JqFilter = (json) => {
    const { hidden, restore } = hideSurrogates(json);
    const { stdout, stderr, exitCode } = run(hidden);
    if (exitCode === 0)
      return restore(stdout)
        .split('\n')
        .filter((line) => line !== '');
    throw new UsageError(fieldText('{jq}: {reason}', { reason: reasonIn(stderr) }), {
      hint: 'write it in the jq language, for the document of --json: rental schema shows its fields',
    });
  };
  // Only compiles it, because there is no input.
  filter('');
  return filter;
}

/**
 * Each escape in JSON, so that none is read from its middle: pairs of surrogates, then lone ones,
 * which are the group, then all others.
 */
const jsonEscapes = /\\ud[89ab]..\\ud[c-f]..|\\u(d[89a-f]..)|\\./gi;
const firstSurrogate = 0xd800;
const surrogateCount = 0x800;

/**
 * jq refuses lone surrogates, so characters for private use stand for them meanwhile: a block of
 * these that the document does not use.
 */
function hideSurrogates(json: string): {
  readonly hidden: string;
  readonly restore: (text: string) => string;
} {
  if (!/\\ud[89a-f]/i.test(json)) return { hidden: json, restore: (text) => text };
  const used = new Set(
    json
      .match(/[\u{F0000}-\u{10FFFF}]/gu)
      ?.map((character) => blockOf(character.codePointAt(0) ?? 0)),
  );
  let block = blockOf(0xf0000);
  while (used.has(block) && block < blockOf(0x10ffff)) block += 1;
  const shift = block * surrogateCount - firstSurrogate;
  const hide = (escape: string, surrogate?: string): string =>
    surrogate === undefined ? escape : String.fromCodePoint(parseInt(surrogate, 16) + shift);
  const show = (character: string): string => {
    const code = character.codePointAt(0) ?? 0;
    return blockOf(code) === block ? `\\u${(code - shift).toString(16)}` : character;
  };
  return {
    hidden: json.replace(jsonEscapes, hide),
    restore: (text) => text.replace(/[\u{F0000}-\u{10FFFF}]/gu, show),
  };
}

/** A block has room for all surrogates. */
function blockOf(code: number): number {
  return Math.floor(code / surrogateCount);
}

/** `jq: error: syntax error, unexpected end of file at <top-level>, line 1, column 9:` */
function reasonIn(stderr: string): string {
  const [first = ''] = stderr.split('\n');
  const reason = first
    .replace(/^jq: error(?: \(at [^)]*\))?:? */, '')
    .replace(/ at <top-level>.*$/, '');
  return shorten(reason, 200) || 'the expression failed';
}

/** Like GitHub's command line, gh: texts without their quotes, all else as JSON. */
export function renderJq({ value }: Result, filter: JqFilter, target: JsonTarget): string {
  return filtered(value, filter)
    .map((json) => {
      if (json.startsWith('"'))
        return `${(JSON.parse(json) as string).replace(/[^\n\t]+/g, escapeData)}\n`;
      return target.stream.isTTY === true
        ? documentText(JSON.parse(json), target)
        : `${escapeJson(json)}\n`;
    })
    .join('');
}

/** An expression that fails may be for another document, so the hint names the fields. */
function filtered(value: unknown, filter: JqFilter): readonly string[] {
  try {
    return filter(jsonText(value));
  } catch (error) {
    const isList = Array.isArray(value);
    const names = Object.keys(Object((isList ? value[0] : value) ?? {}));
    if (error instanceof UsageError && names.length > 0) {
      error.alsoTry(
        `here it is ${isList ? 'a list of objects' : 'an object'} with ${joinWords(names)}`,
      );
    }
    throw error;
  }
}
