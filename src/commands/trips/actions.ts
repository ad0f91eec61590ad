/** What `rental trips` does, word by word. */
import type { Action } from '../../cli/command.ts';

const save = 'rental compare --pick-up auckland --from +30d --nights 7 --sandbox --save north';

export const actions = {
  list: {
    purpose: 'Lists the saved trips: the total, its change since the first price, the dates, and when it was asked.',
    usage: '',
    flags: [],
    examples: [{ does: 'Save a comparison', line: save }],
  },
  show: {
    purpose: 'Prints the last answer again, in every form of the command that asked. Sends nothing.',
    usage: ' <name>',
    flags: ['view', 'group-by', 'limit', 'all', 'max-total', 'ics', 'qr', 'report'],
    examples: [
      { does: 'Look at it again as a calendar; nothing is asked', line: 'rental trips show north --view calendar' },
    ],
  },
  check: {
    purpose:
      'Asks again, keeps the answer, and says what has changed. Exit code 1: not available, or above --max-total; 8: another reason for ' +
      'no price, such as an id that has another name now.',
    usage: ' <name>|<a,b>|--all',
    flags: ['all', 'max-total'],
    examples: [{ does: 'Ask again, and see what changed', line: 'rental trips check north' }],
  },
  watch: {
    purpose:
      'Asks again and again, and tells each change once: a new low, a target, sold out, back, changed, asking fails or works again, over. ' +
      'What check has found sold out, back or changed is not told again. --exec runs a command for each, with the event as JSON on stdin; $RENTAL_EVENT, $RENTAL_TRIP and $RENTAL_TEXT are its variables.',
    usage: ' <name>|<a,b>|--all',
    flags: ['all', 'every', 'once', 'target', 'min-drop', 'exec'],
    examples: [
      {
        does: 'Every two hours, with a message on the screen',
        line: "rental trips watch north --exec 'notify-send rental $RENTAL_TEXT'",
      },
      { does: 'One round, for cron', line: 'rental trips watch --all --once --target 400' },
    ],
  },
  history: {
    purpose: 'Prints each answer so far, with a bar for each price.',
    usage: ' <name>',
    flags: [],
    examples: [{ does: 'All prices as CSV', line: 'rental trips history north --format csv' }],
  },
  remove: {
    purpose: 'Removes a saved trip with its answers. A watch of it ends.',
    usage: ' <name>',
    flags: [],
    examples: [{ does: 'Forget it', line: 'rental trips remove north' }],
  },
} as const satisfies Readonly<Record<string, Action>>;
