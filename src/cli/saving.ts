/** Saves what a command found: a trip with `--save`, and new answers of saved trips. */
import type { CommandResult } from './command.ts';
import type { Context } from './context.ts';

export interface Saving {
  /**
   * Saves under the name of `--save`. Called before a pager, after a closed pipe and at the end:
   * whichever comes first saves, and the others wait for it.
   */
  namedTrip(): Promise<void>;
  /** Saves the new answers, then the named trip. */
  all(): Promise<void>;
}

/** `saveAs`: the name given with `--save`. The methods throw OutputError. */
export function createSaving(
  { toSave, newAnswers }: CommandResult,
  saveAs: string | undefined,
  context: Context,
): Saving {
  const saveNamedTrip = async (): Promise<void> => {
    if (saveAs === undefined || toSave === undefined) return;
    const { saveTrip } = await import('../trips/save.ts');
    await saveTrip(saveAs, toSave, context);
  };
  const addNewAnswers = async (): Promise<void> => {
    if (newAnswers === undefined) return;
    const { addAnswer } = await import('../trips/store.ts');
    for (const [name, answer] of newAnswers) await addAnswer(context.io.env, name, answer, context);
  };
  let saved: Promise<void> | undefined;
  const namedTrip = (): Promise<void> => (saved ??= saveNamedTrip());
  return { namedTrip, all: () => addNewAnswers().then(namedTrip) };
}
