import { describe, expect, it } from 'vitest';
import type { Block, Pair } from '../../src/result.ts';
import { textWidth } from '../../src/terminal/width.ts';
import fc from '../support/property.ts';
import { hostileText, rawControl } from '../terminal/text.ts';
import { render, renderLines } from './support.ts';
import { tries } from '../support/thorough.ts';

const url = `https://rental.example/book?accessory_ids=${Array.from({ length: 40 }, (_, id) => id).join(',')}`;
const about: readonly Pair[] = [
  { label: 'Vehicle', value: 'Kea' },
  { label: 'Operator', value: '', style: 'dim' },
  { label: 'Days', value: '7', style: 'strong' },
];

describe('blocks', () => {
  it('have an empty line around tables and pairs, and none between lines of text', async () => {
    const view: readonly Block[] = [
      { kind: 'text', text: 'A camper', style: 'heading' },
      { kind: 'text', text: 'Auckland to Queenstown' },
      { kind: 'pairs', pairs: about },
      { kind: 'pairs', pairs: [{ label: 'Quote', value: 'q\n1' }] },
      { kind: 'text', text: 'Book it here:' },
      { kind: 'text', text: 'https://rental.example/book', isAddress: true },
    ];
    expect(await renderLines({ view }, { columns: 60 })).toEqual([
      'A camper',
      'Auckland to Queenstown',
      '',
      'Vehicle   Kea',
      'Operator',
      'Days      7',
      '',
      'Quote  q<U+000A>1',
      '',
      'Book it here:',
      'https://rental.example/book',
    ]);
  });

  it('have styles only if colour is on', async () => {
    const view: readonly Block[] = [
      { kind: 'text', text: 'A camper', style: 'heading' },
      { kind: 'pairs', pairs: about.slice(2) },
    ];
    expect(await render({ view }, { columns: 60 })).not.toContain('\u001B');
    const coloured = await render({ view }, { columns: 60, colour: true });
    expect(coloured).toContain('\u001B[1mA camper\u001B[22m\n');
    expect(coloured).toContain('\u001B[1mDays\u001B[22m  \u001B[1m7\u001B[22m\n');
  });

  it.each([{}, { columns: 5 }])('print raw text unchanged with %j', async (terminal) => {
    const text = 'if true\n\tthen\nfi\n';
    expect(await render({ view: [{ kind: 'raw', text }] }, terminal)).toBe(text);
  });
});

describe('an address', () => {
  const pairs: readonly Block[] = [
    { kind: 'pairs', pairs: [...about, { label: 'Checkout', value: url, kind: 'link' }] },
  ];
  const text: readonly Block[] = [{ kind: 'text', text: url, isAddress: true }];

  it.each([10, 80])('is on a line of its own and never cut on %i columns', async (columns) => {
    expect(await renderLines({ view: pairs }, { columns })).toContain(url);
    expect(await renderLines({ view: text }, { columns })).toEqual([url]);
  });

  it('is beside its label if there is room', async () => {
    expect(await renderLines({ view: pairs }, { columns: 400 })).toContain(`Checkout  ${url}`);
  });
});

const anyPairs = fc.array(
  fc.record({
    label: hostileText,
    value: hostileText,
    style: fc.constantFrom('dim' as const, 'warning' as const),
  }),
  { maxLength: 4 },
);

it('any pairs fit any terminal and contain no raw control character', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPairs,
      hostileText,
      fc.integer({ min: 2, max: 100 }),
      async (pairs, text, width) => {
        const view: readonly Block[] = [
          { kind: 'text', text, style: 'good' },
          { kind: 'pairs', pairs },
        ];
        const output = await render({ view }, { columns: width });
        expect(output).not.toMatch(rawControl);
        for (const line of output.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width);
      },
    ),
    { numRuns: tries(150) },
  );
});
