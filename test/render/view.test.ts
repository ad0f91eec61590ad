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
      { kind: 'link', url: 'https://rental.example/book' },
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

  it('explain the shades of a grid, if there are any', async () => {
    const grid = (shade: number): Block => {
      const cells = [{ amount: 90, sign: ' ', shade }];
      return { kind: 'grid', grid: { corner: 'FROM', columns: ['7 nights'], rows: [{ label: 'Mon 7 Jan', cells }] } };
    };
    const view = [grid(1)];
    expect(await render({ view }, { columns: 60 })).toMatch(/^FROM +nights\n/m);
    expect(await render({ view: [grid(0)] }, { columns: 60, colour: true })).not.toContain('cheapest');
    const [few = ''] = await renderLines({ view }, { columns: 60, colour: true, env: { TERM: 'xterm' } });
    expect(few).toMatch(/ cheapest .* middle .* dearest .* of its column$/);
    expect(few.match(/(?<=\[)3[1-7](?=m)/g)).toEqual(['32', '33', '31']);
    const [many = ''] = await renderLines({ view }, { columns: 60, colour: true, env: { TERM: 'xterm-256color' } });
    expect(many.match(/48;5;\d+/g)).toEqual([114, 156, 228, 215, 210].map((colour) => `48;5;${colour}`));
  });

  it('print raw text unchanged', async () => {
    const text = 'if true\n\tthen\nfi\n';
    expect(await render({ view: [{ kind: 'raw', text }] }, { columns: 5 })).toBe(text);
  });
});

describe('an address', () => {
  const pairs: readonly Block[] = [
    { kind: 'pairs', pairs: [...about, { label: 'Checkout', value: url, kind: 'link' }] },
  ];

  it.each([10, 80])('is on a line of its own and never cut on %i columns', async (columns) => {
    expect(await renderLines({ view: pairs }, { columns })).toContain(url);
    expect(await renderLines({ view: [{ kind: 'link', url }] }, { columns })).toEqual([url]);
  });

  it('is beside its label if there is room', async () => {
    expect(await renderLines({ view: pairs }, { columns: 400 })).toContain(`Checkout  ${url}`);
  });

  it('is a link if the terminal supports links', async () => {
    const view = (address: string): readonly Block[] => [{ kind: 'link', url: address }];
    const terminal = { columns: 80, env: { WT_SESSION: 'x' } };
    expect(await render({ view: view(url) }, terminal)).toBe(`\u001B]8;;${url}\u001B\\${url}\u001B]8;;\u001B\\\n`);
  });
});

describe('any pairs on any terminal', () => {
  const anyPairs = fc.array(
    fc.record({
      label: hostileText,
      value: hostileText,
      style: fc.constantFrom('dim' as const, 'warning' as const),
    }),
    { maxLength: 4 },
  );

  it('fit the terminal and contain no raw control character', async () => {
    await fc.assert(
      fc.asyncProperty(anyPairs, hostileText, fc.integer({ min: 2, max: 100 }), async (pairs, text, width) => {
        const view: readonly Block[] = [
          { kind: 'text', text, style: 'good' },
          { kind: 'pairs', pairs },
        ];
        const output = await render({ view }, { columns: width });
        expect(output).not.toMatch(rawControl);
        for (const line of output.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(width);
      }),
      { numRuns: tries(150) },
    );
  });
});
