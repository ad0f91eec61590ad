/** Says how long each price still holds, and how to ask again when it does not. */
import { formatDuration } from '../../text.ts';

interface Holding {
  readonly element: HTMLElement;
  /** Epoch ms. */
  readonly expires: number;
}

export function countDown(): void {
  const all = [...document.querySelectorAll<HTMLElement>('[data-x]')]
    .map((element): Holding => ({ element, expires: Date.parse(element.dataset['x'] ?? '') }))
    .filter(({ expires }) => !Number.isNaN(expires))
    .sort((a, b) => a.expires - b.expires);
  const shown = all.filter(({ element }) => element.matches('.hold'));
  const rows = all.filter(({ element }) => element.matches('tr'));
  const last = document.querySelector<HTMLElement>('[data-last]');
  const tick = (): void => {
    const now = Date.now();
    for (const one of shown) show(one, now);
    while (rows[0] !== undefined && rows[0].expires <= now) expire(rows.shift()?.element);
    if (last !== null) last.hidden = !(Date.parse(last.dataset['last'] ?? '') <= now);
  };
  tick();
  setInterval(tick, 1000);
}

function show({ element, expires }: Holding, now: number): void {
  const left = expires - now;
  const part = (name: string) => element.querySelector<HTMLElement>(`.${name}`);
  const [until, rest, again] = [part('until'), part('left'), part('again')];
  if (until === null || rest === null || again === null) return;
  // Screen readers would read out each second.
  const text = `Holds for ${formatDuration(left)}`;
  if (rest.textContent !== text) rest.textContent = text;
  rest.hidden = left <= 0;
  again.hidden = left > 0;
  until.classList.toggle('paper', left > 0);
  until.hidden = left <= 0;
  element.classList.toggle('soon', left > 0 && left < 300_000);
}

function expire(row: HTMLElement | undefined): void {
  const cell = row?.querySelector('.until');
  if (row === undefined || cell === null || cell === undefined) return;
  row.classList.add('expired');
  cell.textContent = 'expired';
}
