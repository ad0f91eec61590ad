import { PassThrough } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { maxKeys, openKeyboard } from '../../src/terminal/keyboard.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const stdin = new PassThrough();
  const suspend = vi.fn();
  const interrupt = vi.fn();
  const back = vi.fn();
  let now = 0;
  /** Ends the pause that tells Esc from the beginning of an escape sequence. */
  let endPause = (): void => {};
  const sleep = (_ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      endPause = resolve;
      signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  const io = { stdin, suspend, interrupt, sleep, monotonic: () => now, onSuspend: () => () => {} };
  const keyboard = openKeyboard(io);
  let read = '';
  const attach = (onEscape?: () => void, onEnd = (): void => {}) => {
    const question = keyboard.attach({ onEnd, onEscape });
    question.keys.on('data', (chunk: Buffer) => (read += chunk.toString()));
    return question;
  };
  return {
    ...{ stdin, suspend, interrupt, back, attach, close: keyboard.close },
    wait: (ms: number) => void (now += ms),
    pass: () => endPause(),
    /** Types it, and resolves with what the question gets. */
    async type(text: string | Buffer): Promise<string> {
      read = '';
      stdin.write(text);
      // Every key has its turn.
      for (let count = 0; count < maxKeys + 10; count++) await turn();
      return read;
    },
  };
}

function setUpQuestion() {
  const keyboard = setUp();
  keyboard.attach();
  return keyboard;
}

const long = 'x'.repeat(maxKeys);

describe('a question gets', () => {
  it('every key that is typed', async () => {
    const { type, wait } = setUpQuestion();
    for (const key of ['a', '\u001B[B', '\u001BOP', '\t', '\r', '\u0004', 'é', '🚐', '\n']) {
      expect(await type(key)).toBe(key);
      wait(10);
    }
    const [first, ...others] = Buffer.from('札');
    expect((await type(Buffer.from([first ?? 0]))) + (await type(Buffer.from(others)))).toBe('札');
  });

  it('the beginning of a long paste', async () => {
    const { type, wait } = setUpQuestion();
    expect(await type(`${long}yyy`)).toBe(long);
    wait(50);
    expect(await type('yyy')).toBe('');
    wait(500);
    expect(await type('abc')).toBe('abc');
  });

  it('no part of an escape sequence', async () => {
    const { type } = setUpQuestion();
    expect(await type(`${long.slice(1)}\u001B[B\u001B[A`)).toBe(`${long.slice(1)}\u001B[B`);
  });

  it.each([
    ['what the terminal is', '\u001B[?62;22c', '\u001B[>0;276;0c', '\u001BP>|XTerm(390)\u001B\\', '\u001BP1+r\u001B\\'],
    ['its colours', '\u001B]11;rgb:ffff/ffff/ffff\u001B\\', '\u001B]10;rgb:0/0/0\u0007'],
    ['the mouse', '\u001B[<0;12;5M', '\u001B[<0;12;5m', '\u001B[M !!'],
    ['the cursor and the window', '\u001B[24;80R', '\u001B[I', '\u001B[O', '\u001B[8;24;80t', '\u001B[?2026;2$y'],
  ])('nothing of what the terminal says of %s', async (_, ...answers) => {
    const { type, stdin } = setUpQuestion();
    for (const answer of answers) {
      expect(await type(`a${answer}b`)).toBe('ab');
      for (const byte of answer.slice(0, -1)) stdin.write(byte);
      expect(await type(`${answer.slice(-1)}c`)).toBe('c');
    }
    expect(await type('\u001B[[A\u001B[1;5C')).toBe('\u001B[[A\u001B[1;5C');
  });

  it('Ctrl-C also after a long paste', async () => {
    const { type } = setUpQuestion();
    // At once: the keys before it no longer matter.
    expect(await type(`${long}yyy\u0003zzz`)).toBe('\u0003');
  });

  it('one key a turn, so that a list is searched before Enter takes what is found', async () => {
    const { stdin, close, attach } = setUp();
    const { keys } = attach();
    const turns: string[] = [];
    keys.on('data', (chunk: Buffer) => {
      turns.push(chunk.toString());
      queueMicrotask(() => turns.push('|'));
    });
    stdin.write('ne\r');
    for (let count = 0; count < 5; count++) await turn();
    expect(turns.join('')).toBe('n|e|\r|');
    close();
  });

  it('no Ctrl-Z, which suspends the program', async () => {
    const { type, suspend } = setUpQuestion();
    expect(await type('ab\u001Ac')).toBe('abc');
    expect(suspend).toHaveBeenCalledOnce();
  });

  it('nothing after its end', async () => {
    const { type, close, stdin } = setUpQuestion();
    close();
    expect(await type('a')).toBe('');
    expect(stdin.isPaused()).toBe(true);
  });
});

describe('Esc', () => {
  const escape = '\u001B';

  it('goes back once no escape sequence follows', async () => {
    const { type, attach, back, pass } = setUp();
    attach(back);
    expect(await type(escape)).toBe('');
    expect(back).not.toHaveBeenCalled();
    pass();
    await type('');
    expect(back).toHaveBeenCalledOnce();
    expect(await type(`${escape}${escape}x`)).toBe('x');
    expect(back).toHaveBeenCalledTimes(2);
  });

  it('is not what an arrow key is that arrives in parts', async () => {
    const { type, attach, back, pass } = setUp();
    attach(back);
    expect((await type(escape)) + (await type('[')) + (await type('B'))).toBe(`${escape}[B`);
    pass();
    expect(await type('a')).toBe('a');
    // The machine notices the end of the pause and the rest of the key at the same time.
    await type(escape);
    pass();
    expect(await type('OA')).toBe(`${escape}OA`);
    expect(back).not.toHaveBeenCalled();
  });

  it('is a key like others for a question that has nothing before it', async () => {
    const { type, attach, pass } = setUp();
    attach();
    await type(escape);
    pass();
    expect(await type('')).toBe(escape);
  });
});

describe('between two questions', () => {
  it('keys wait for the next one, in their order', async () => {
    const { type, attach } = setUp();
    expect(await type('a1\u001B[B\r')).toBe('');
    const first = attach();
    expect(await type('b')).toBe('a1\u001B[B\rb');
    first.detach();
    expect(await type('2')).toBe('');
    attach();
    expect(await type('')).toBe('2');
  });

  it('the input can end: then the next one ends, too', async () => {
    const { stdin, attach, type } = setUp();
    await type('');
    stdin.end();
    await turn();
    const onEnd = vi.fn();
    attach(undefined, onEnd);
    await expect.poll(() => onEnd.mock.calls.length).toBe(1);
  });

  it('keys wait while an answer is read', async () => {
    const { type, attach } = setUp();
    const { keepDuring } = attach();
    let end = (): void => {};
    const work = keepDuring(new Promise<void>((resolve) => (end = resolve)));
    expect(await type('a')).toBe('');
    expect(await type('\u0003b')).toBe('\u0003');
    end();
    await work;
    expect(await type('')).toBe('b');
  });

  it('only so many keys wait, and Ctrl-C drops them and interrupts at once', async () => {
    const { type, attach, interrupt, stdin, wait } = setUp();
    await type(`${long}yyy`);
    wait(500);
    await type('zzz');
    attach();
    expect(await type('')).toBe(long);
    const other = setUp();
    await other.type('abc\u0003');
    expect(other.interrupt).toHaveBeenCalledOnce();
    expect(other.stdin.isPaused()).toBe(true);
    expect(interrupt).not.toHaveBeenCalled();
    expect(stdin.isPaused()).toBe(false);
  });
});
