/** What Ctrl-C leaves on the screen of a command that asks no question. */
import { expect, it } from 'vitest';
import { fakeTerminal, interrupt } from '../support/fake-terminal.ts';
import { operatorService, tripFlags } from '../support/operator.ts';
import { never, plant } from '../support/service.ts';

const { trip } = tripFlags;

it.each(['quote 11', 'compare'])(
  '%s ends at once on Ctrl-C while the depots are not answered',
  async (command) => {
    const { baseUrl } = plant(never);
    const screen = fakeTerminal([
      ...command.split(' '),
      ...trip,
      '--base-url',
      baseUrl,
      '--no-input',
    ]);
    await screen.shows('looking up depots');
    await interrupt(screen);
    expect(screen.screen()).not.toMatch(/error|hint/);
  },
);

it('compare prints the offers so far on Ctrl-C', async () => {
  const answering = operatorService();
  const { baseUrl } = plant((request) =>
    /\/quotes.*vehicle_id=12/.test(request.url) ? never() : answering(request),
  );
  const screen = fakeTerminal(['compare', ...trip, '--base-url', baseUrl], { columns: 100 });
  await screen.shows(/\] 3 of \d+/);
  await interrupt(screen);
  expect(screen.screen()).toMatch(
    /1 of \d offers priced\. There may be cheaper ones, because the comparison was stopped early\n[^]*Kea Camper/,
  );
});
