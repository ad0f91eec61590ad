import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { maxKeys, openKeyboard } from '../../src/terminal/keyboard.ts';

function setUp() {
  const stdin = new PassThrough();
  const suspend = vi.fn();
  let now = 0;
  const { keys, close } = openKeyboard({ stdin, suspend, monotonic: () => now });
  let read = '';
  keys.on('data', (chunk: Buffer) => (read += chunk.toString()));
  return {
    stdin,
    suspend,
    close,
    wait: (ms: number) => void (now += ms),
    /** Types it, and resolves with what the question gets. */
    async type(text: string | Buffer): Promise<string> {
      read = '';
      stdin.write(text);
      // Every key has its turn.
      for (let turn = 0; turn < maxKeys + 10; turn++) await new Promise((resolve) => setImmediate(resolve));
      return read;
    },
  };
}

const long = 'x'.repeat(maxKeys);

describe('a question gets', () => {
  it('every key that is typed', async () => {
    const { type, wait } = setUp();
    for (const key of ['a', '\u001B[B', '\u001BOP', '\u001B', '\t', '\r', '\u0004', 'é', '🚐', '\n']) {
      expect(await type(key)).toBe(key);
      wait(10);
    }
    const [first, ...others] = Buffer.from('札');
    expect((await type(Buffer.from([first ?? 0]))) + (await type(Buffer.from(others)))).toBe('札');
  });

  it('the beginning of a long paste', async () => {
    const { type, wait } = setUp();
    expect(await type(`${long}yyy`)).toBe(long);
    wait(50);
    expect(await type('yyy')).toBe('');
    wait(500);
    expect(await type('abc')).toBe('abc');
  });

  it('no part of an escape sequence', async () => {
    const { type } = setUp();
    expect(await type(`${long.slice(1)}\u001B[B\u001B[A`)).toBe(`${long.slice(1)}\u001B[B`);
  });

  it('Ctrl-C also after a long paste', async () => {
    const { type } = setUp();
    // At once: the keys before it no longer matter.
    expect(await type(`${long}yyy\u0003zzz`)).toBe('\u0003');
  });

  it('one key a turn, so that a list is searched before Enter takes what is found', async () => {
    const { stdin, close } = setUp();
    const { keys } = openKeyboard({ stdin, suspend: () => {}, monotonic: () => 0 });
    const turns: string[] = [];
    keys.on('data', (chunk: Buffer) => {
      turns.push(chunk.toString());
      queueMicrotask(() => turns.push('|'));
    });
    stdin.write('ne\r');
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(turns.join('')).toBe('n|e|\r|');
    close();
  });

  it('no Ctrl-Z, which suspends the program', async () => {
    const { type, suspend } = setUp();
    expect(await type('ab\u001Ac')).toBe('abc');
    expect(suspend).toHaveBeenCalledOnce();
  });

  it('nothing after its end', async () => {
    const { type, close, stdin } = setUp();
    close();
    expect(await type('a')).toBe('');
    expect(stdin.isPaused()).toBe(true);
  });
});
