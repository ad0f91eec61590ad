import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { onTestFinished, vi } from 'vitest';

/** Until the end of the test, the system says that the program runs as this user. Without `home` it does not know the user. */
export function runAs(home: string | undefined, uid = process.geteuid?.() ?? 0): void {
  const known = os.userInfo();
  const spy = vi.spyOn(os, 'userInfo').mockImplementation((() => {
    if (home === undefined) throw new Error('the user has no entry');
    return { ...known, uid, homedir: home };
  }) as typeof os.userInfo);
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
}
