/** `--save`: what a command asks and is answered is kept, to be looked at and asked again with `rental trips`. */
import type { Command } from '../../cli/command.ts';

const save = {
  kind: 'text',
  value: 'name',
  help: 'keep question and answer: rental trips',
  offers: { names: 'trip' },
} as const;

/** The same command, which can also save. Its flag is in the last group of the help. */
export function saveable(command: Command): Command {
  const { flags, flagGroups } = command;
  const [title, last] = Object.entries(flagGroups ?? {}).at(-1) ?? [];
  return {
    ...command,
    flags: { ...flags, save },
    ...(title !== undefined && { flagGroups: { ...flagGroups, [title]: [...(last ?? []), 'save'] } }),
    run: async ({ save: name, ...options }, context) => {
      if (typeof name !== 'string') return command.run(options, context);
      const { runAndSave } = await import('../trips/save.ts');
      return runAndSave(name, command, options, context);
    },
  };
}
