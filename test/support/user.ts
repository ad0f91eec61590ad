import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { onTestFinished } from 'vitest';

/** Replaces a function of one of Node's modules until the end of the test. */
export function replace<Module extends object, Name extends keyof Module>(
  module: Module,
  name: Name,
  make: (original: Module[Name]) => unknown,
): void {
  const original = module[name];
  module[name] = make(original) as Module[Name];
  syncBuiltinESMExports();
  onTestFinished(() => {
    module[name] = original;
    syncBuiltinESMExports();
  });
}

/**
 * Until the end of the test, the system says that the program runs as this user. Without `home` it
 * does not know the user.
 */
export function runAs(home: string | undefined, uid = process.geteuid?.() ?? 0): void {
  const known = os.userInfo();
  replace(os, 'userInfo', () => () => {
    if (home === undefined) throw new Error('the user has no entry');
    return { ...known, uid, homedir: home };
  });
}

/** Until the end of the test, the system says that it is Windows. */
export function runOnWindows(home: string): void {
  replace(os, 'platform', () => () => 'win32');
  runAs(home, -1);
}
