/**
 * Collects what a bug report needs. Shows no secret, sends no request to a service, makes no
 * folder.
 */
import { arch, platform, release } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { flagOf } from '../cli/flags.ts';
import { operatorRows, settingRows } from '../cli/setting-rows.ts';
import { columnsOf } from '../documents/records.ts';
import { configShape as document } from '../documents/operators.ts';
import { RentalError } from '../base/errors.ts';
import type { DiagnosisFact } from '../operators/diagnosis.ts';
import { makeResult, defaultFormat, type Block, type Result, type Row } from '../result.ts';

export default defineCommand({
  name: 'config',
  aliases: ['doctor'],
  group: 'OPERATE',
  summary: 'show settings, versions, folders: what a bug report needs',
  purpose:
    'Shows versions, every setting in effect and where it comes from (a flag, a variable, the configuration file, or the default), ' +
    'folders, operators, and what is wrong with them: what a bug report needs. Shows no password, sends no request and makes no ' +
    'folder. The exit code is 0 even if it finds mistakes in the configuration.',
  args: {},
  flags: {},
  reportsMistakes: true,
  document,
  examples: [
    { does: 'Everything', line: 'rental config' },
    {
      does: 'What a command would use with a flag',
      line: 'rental config --max-wait 10s --jq ".[] | select(.source)"',
    },
    { does: 'Only the problems', line: 'rental config --jq ".[] | .problem // empty"' },
  ],
  see: ['environment', 'flags'],
  async run(_, context): Promise<Result> {
    const { diagnose, inspectFolder } = await import('../operators/diagnosis.ts');
    const { tripsFolder } = await import('../trips/folder.ts');
    const { io, settings: used } = context;
    const { config, mistakes } = context.sources;
    const options = {
      config,
      choice: used.operatorChoice,
      budgetChoice: used.budget,
      machine: io,
      nameField: flagOf,
    };
    const { operators, folders } = await diagnose(options);
    const system = `${platform()} ${arch()} ${release()}`;
    const program = { version: manifest.version, node: io.nodeVersion, platform: system };
    const versions = Object.entries(program).map(([name, value]): DiagnosisFact => ({
      name,
      value,
    }));
    const wrong = mistakes.map((one): DiagnosisFact => ({
      name: '',
      value: '',
      problem: one.describe(flagOf).message,
    }));
    const facts = [
      ...inArea('settings', shownSettings(context)),
      ...inArea('program', [...versions, ...certificateChecks(io.env)]),
      ...inArea('folders', [...folders, inspectFolder('saved trips', tripsFolder(io.env))]),
      ...inArea('operators', operators),
      // Last, because a mistake has no row in the table of settings.
      ...inArea('settings', wrong),
    ];
    // Problems follow the table (`verdict`).
    const isShown = (key: string): boolean =>
      key !== 'problem' && facts.some((fact: Row) => fact[key]);
    const columns = columnsOf(document, { place: { dropOrder: 1 } }).filter(({ key }) =>
      isShown(key),
    );
    return makeResult(document, {
      value: facts,
      view: () => [{ kind: 'table', columns, rows: facts }, ...verdict(facts)],
    });
  },
});

/** Node reads the variable, and only this value of it. */
function certificateChecks(env: Context['io']['env']): DiagnosisFact[] {
  if (env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return [];
  const problem = 'NODE_TLS_REJECT_UNAUTHORIZED=0 turns off certificate checks: unset it';
  return [{ name: 'certificates', value: 'not checked', problem }];
}

function inArea<A extends string, T>(area: A, facts: readonly T[]) {
  return facts.map((fact) => ({ area, ...fact }));
}

function shownSettings({ io, settings, sources: { config, resolved } }: Context) {
  const others = settingRows(resolved, { config: config.path, format: defaultFormat(io.stdout) });
  try {
    const rows = operatorRows(settings.operatorChoice, config);
    // A flag or a variable replaces the shared budget of every operator.
    const isReplaced = settings.budget.url !== undefined;
    const ofOperator = rows.filter(({ name }) => !isReplaced || name !== 'budget-url');
    const names = ofOperator.map(({ name }) => name);
    return [...ofOperator, ...others.filter(({ name }) => !names.includes(name))];
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    // Without an operator, the other settings are still of use.
    return others;
  }
}

function verdict(facts: readonly (DiagnosisFact & { readonly area: string })[]): Block[] {
  const wrong = facts.filter(({ problem }) => problem !== undefined);
  if (wrong.length === 0)
    return [
      { kind: 'text', text: 'no problems found: folders, operators, settings', style: 'good' },
    ];
  return wrong.map(({ area, name, problem = '' }) => {
    const words = ['to fix', area, name, problem].filter((word) => word !== '');
    return { kind: 'text', text: words.join(': '), style: 'warning' };
  });
}
