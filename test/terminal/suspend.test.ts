import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { createSuspension } from '../../src/terminal/suspend.ts';

it('hears Ctrl-Z until nothing is left to leave', () => {
  const system = Object.assign(new EventEmitter(), { kill: vi.fn(), pid: 7, platform: 'linux' as const });
  const { onSuspend } = createSuspension(system as never);
  const [first, second] = [vi.fn(), vi.fn()];
  const releases = [first, second].map((leave) => onSuspend({ leave }));
  system.emit('SIGTSTP');
  releases[0]?.();
  system.emit('SIGTSTP');
  releases[1]?.();
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
  expect(system.kill).toHaveBeenCalledTimes(2);
  expect(system.listenerCount('SIGTSTP')).toBe(0);
});
