/**
 * A change of a name on Windows. There, a rename opens the file and then renames what is open,
 * whatever its name is by then: two processes can both succeed. So each change needs the lock of
 * its name, an empty file beside it that only one process can have open. The system removes it when
 * it is closed, also if the process is killed.
 */
import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomDigits } from '../../base/digest.ts';
import { errorCode, isHeld } from '../../base/folders.ts';
import type { NameChange } from './slots.ts';

/**
 * Flags of libuv for Windows that Node passes on but does not name: EXLOCK (no other process can
 * open the file) and TEMPORARY.
 */
const [openedAlone, removedOnClose] = [0x1000_0000, 0x40];
const lockFlags = constants.O_WRONLY | constants.O_CREAT | openedAlone | removedOnClose;

/**
 * Returns false also while another program, such as a virus scanner, has the file open: another
 * slot will do.
 */
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
    if (!isHeld(error)) throw error;
    if (errorCode(error) !== 'EBUSY') checkWritable(folder);
    return false;
  }
}

/**
 * Windows gives one error for a file that is about to be removed and for a folder that cannot be
 * written. Throws for the folder.
 */
function checkWritable(folder: string): void {
  const path = join(folder, `new-${randomDigits()}`);
  writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
  unlinkSync(path);
}
