import { describe, expect, it } from 'vitest';
import { longAgo } from '../../../src/http/rate-limit/clock.ts';
import {
  gateName,
  fewLeftName,
  loweredLimitName,
  throttleName,
  readName,
  slotName,
  slotsMadeName,
  unusedSlotName,
} from '../../../src/http/rate-limit/state-names.ts';
import fc from '../../support/property.ts';

const stamp = { wall: 1_800_000_000_000, up: 50_000_000 };
const changed = { wall: 1_700_000_000_000, up: 7 };

describe('names', () => {
  it('are read back as they were written', () => {
    expect(readName(slotName(7, 'claimed', stamp, 60_100))).toMatchObject({
      kind: 'slot',
      index: 7,
      state: 'claimed',
      freeAt: stamp,
      countedAt: { wall: stamp.wall - 60_100, up: stamp.up - 60_100 },
    });
    expect(readName(unusedSlotName(7))).toMatchObject({ kind: 'slot', index: 7, state: 'used', freeAt: longAgo });
    expect(readName(slotsMadeName(100))).toMatchObject({ kind: 'slots-made', count: 100 });
    expect(readName(gateName('others', changed, stamp))).toMatchObject({
      kind: 'gate',
      reason: 'others',
      since: changed,
      until: stamp,
    });
    const throttle = { level: 2, probes: 1, next: stamp, changed };
    expect(readName(throttleName(throttle))).toMatchObject({ kind: 'throttle', ...throttle });
    expect(readName(loweredLimitName(50, changed, stamp))).toMatchObject({
      kind: 'lowered-limit',
      limit: 50,
      since: changed,
      until: stamp,
    });
    expect(readName(fewLeftName(0, stamp))).toMatchObject({ kind: 'few-left', left: 0, until: stamp });
  });

  it.each([
    '',
    'slot-1-used-1-1-1',
    'slots-made-9999999',
    'slot-1-free-1-1',
    'slot-1-used-1-1.5',
    'slot-1-used-1-9999999999999999',
    ' slot-1-used-1-1',
    'gate-until-whim-1-1-1-1',
    'limit-is-0-1-1-1-1',
    'left-are-few-1-1',
  ])('that are junk are ignored: %j', (name) => {
    expect(readName(name)).toBeUndefined();
  });

  it('never throw when they are read', () => {
    fc.assert(fc.property(fc.string(), (name) => void readName(name)));
    fc.assert(
      fc.property(
        fc.stringMatching(/^(slot|slots|gate|pace|limit|left)(-[a-z0-9]{1,6}){0,7}$/),
        (name) => void readName(name),
      ),
    );
  });
});
