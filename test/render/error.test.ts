import { describe, expect, it } from 'vitest';
import * as errors from '../../src/base/errors.ts';
import { renderError } from '../../src/render/error.ts';
import { createPalette } from '../../src/terminal/colour.ts';
import fc from '../support/property.ts';
import { hostileText, rawControl } from '../terminal/text.ts';

const palette = createPalette({}, {}, 'never');
const text = (error: unknown, verbose = false): string =>
  renderError(error, { json: false, verbose, palette });
const json = (error: unknown): unknown =>
  JSON.parse(renderError(error, { json: true, verbose: false, palette }));

const limited = new errors.RateLimitedError('the budget is used up', {
  hint: 'wait 23 s',
  status: 429,
  retryAfterSeconds: 23,
});

const defaultHint = 'hint: check the address and the connection: rental config shows them\n';

describe('an error as text', () => {
  it('has one line for the message and one for the hint', () => {
    expect(text(limited)).toBe('error: the budget is used up\nhint: wait 23 s\n');
    expect(text(new errors.NetworkError('no such host'))).toBe(
      `error: no such host\n${defaultHint}`,
    );
  });

  it('has the hint of its exit code, with the command that was run, if it has none of its own', () => {
    const options = { json: false, verbose: false, palette, command: 'quote' };
    expect(renderError(new errors.UsageError('bad'), options)).toBe(
      'error: bad\nhint: rental quote --help shows what it takes, with examples\n',
    );
    for (const Kind of [
      errors.RefusedError,
      errors.NotAvailableError,
      errors.ContractError,
      errors.OutputError,
    ])
      expect(renderError(new Kind('a'), options)).toMatch(/^error: a\nhint: \S.+\n$/);
  });

  it('stays on one line if the service sends several', () => {
    const error = new errors.RefusedError('bad\nhint: rm -rf ~\u001B[2J', { hint: 'a\rb' });
    expect(text(error)).toBe('error: bad<U+000A>hint: rm -rf ~<U+001B>[2J\nhint: a<U+000D>b\n');
  });

  it('is red if colour is on', () => {
    const coloured = renderError(limited, {
      json: false,
      verbose: false,
      palette: createPalette({}, {}, 'always'),
    });
    expect(coloured).toContain('\u001B[31merror:');
  });

  it('has an escaped stack trace with --verbose only, if it is a bug', () => {
    const cause = new Error('ECONNRESET\u001B[2J');
    const bug = new TypeError('boom', { cause });
    expect(text(bug)).not.toMatch(/^ +at /m);
    expect(text(bug, true)).toMatch(
      /^error: .*boom\nhint: .+\n +at .+\n[^]*caused by Error: ECONNRESET<U\+001B>\[2J\n +at /,
    );
    expect(text(new errors.NetworkError('cut off', { cause }), true)).toBe(
      `error: cut off\n${defaultHint}`,
    );
  });

  it('shows each cause once if the causes form a circle', () => {
    const error = new Error('round');
    error.cause = error;
    expect(text(error, true).match(/^error: .*round/gm)).toHaveLength(1);
  });
});

describe('an error as JSON', () => {
  it('is one line with the known values', () => {
    expect(json(limited)).toEqual({
      error: {
        code: 'rate_limited',
        message: 'the budget is used up',
        hint: 'wait 23 s',
        status: 429,
        retryAfterSeconds: 23,
        exitCode: 5,
      },
    });
    expect(json(new errors.NetworkError('no'))).toMatchObject({
      error: { code: 'network', message: 'no', exitCode: 6 },
    });
  });

  it('is one line of safe text for any message', () => {
    fc.assert(
      fc.property(hostileText, (message) => {
        const line = renderError(new errors.RefusedError(message), {
          json: true,
          verbose: true,
          palette,
        });
        expect(line).not.toMatch(rawControl);
        expect(line.indexOf('\n')).toBe(line.length - 1);
      }),
    );
  });
});

it.each([
  [new TypeError('x is undefined'), 'rental itself failed: x is undefined'],
  [new TypeError(), 'rental itself failed: TypeError'],
  [null, 'rental itself failed: something other than an error was thrown'],
])('an error that is not a RentalError is reported as a bug: %s', (error, message) => {
  expect(text(error)).toMatch(/^error: .+\nhint: this is a bug: .+ report .+\n$/);
  expect(json(error)).toMatchObject({ error: { code: 'internal', exitCode: 70, message } });
});
