/**
 * Changes of names on Windows. There, two processes can both succeed in renaming a file, because a
 * rename opens it first. So each change needs a lock, an empty file beside it that one process can
 * have open. The system removes it when it is closed, also if the process is killed.
 */
import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomDigits } from '../../base/random.ts';
import { errorCode, isInUse } from '../../base/folders.ts';
import type { NameChange } from './slots.ts';

/** Flags of libuv that Node passes on but does not name: UV_FS_O_EXLOCK and UV_FS_O_TEMPORARY. */
const [openedAlone, removedOnClose] = [0x1000_0000, 0x40];
const lockFlags = constants.O_WRONLY | constants.O_CREAT | openedAlone | removedOnClose;

/** False, too, while another program, such as a virus scanner, has the file open. */
export function changeOnWindows(
  folder: string,
  change: NameChange,
  changeFile: (folder: string, change: NameChange) => boolean,
): boolean {
  const [from] = change;
  try {
    if (from === '') return changeFile(folder, change);
    const lock = openSync(join(folder, `${from}.lock`), lockFlags, 0o600);
    try {
      return changeFile(folder, change);
    } finally {
      closeSync(lock);
    }
  } catch (error) {
    if (!isInUse(error)) throw error;
    if (errorCode(error) !== 'EBUSY') checkWritable(folder);
    return false;
  }
}

/** Windows has one error for a file that is being removed and for a folder that cannot be written. */
function checkWritable(folder: string): void {
  const path = join(folder, `new-${randomDigits()}`);
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  unlinkSync(path);
}
