/** `--save`: what a command asks and is answered is kept, to be looked at and asked again with `rental trips`. */
import type { Command } from '../../cli/command.ts';
import type { Flags } from '../../cli/flags.ts';

const saveFlag = {
  save: {
    kind: 'text',
    value: 'name',
    help: 'keep question and answer: rental trips',
    offers: { names: 'trip' },
  },
} as const satisfies Flags;

/** The same command, which can also save. */
export function saveable(command: Command): Command {
  return {
    ...command,
    flags: { ...command.flags, ...saveFlag },
    ...(command.flagGroups && { flagGroups: withSave(command.flagGroups) }),
    run: async ({ save, ...options }, context) => {
      if (typeof save !== 'string') return command.run(options, context);
      const { runAndSave } = await import('../trips/save.ts');
      return runAndSave(save, { name: command.name, run: command.run, options }, context);
    },
  };
}

/** In the last group of the help. */
function withSave(groups: NonNullable<Command['flagGroups']>): NonNullable<Command['flagGroups']> {
  const last = Object.keys(groups).at(-1) ?? '';
  return { ...groups, [last]: [...(groups[last] ?? []), ...Object.keys(saveFlag)] };
}
