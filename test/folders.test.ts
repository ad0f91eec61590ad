import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnNetwork } from '../src/folders.ts';
import { temporaryFolder } from './support/environment.ts';

// This file system has no server, and so no answer: only the kernel says what it is. It is a user's, so root does not wait for it.
test.skipIf(!existsSync('/dev/fuse'))(
  'isOnNetwork knows a mounted folder by its file system',
  { tags: ['mounts'] },
  () => {
    const folder = temporaryFolder();
    const mounted = join(folder, 'mounted');
    mkdirSync(mounted);
    const options = 'fd=3,rootmode=40700,user_id=65534,group_id=65534';
    execFileSync('bash', ['-c', `exec 3<>/dev/fuse && mount -i -t fuse -o ${options} none "$0"`, mounted]);
    onTestFinished(() => void execFileSync('umount', [mounted]));
    expect(isOnNetwork(mounted)).toBe(true);
    expect(isOnNetwork(folder)).toBe(false);
    expect(isOnNetwork(join(folder, 'missing'))).toBe(false);
  },
);
