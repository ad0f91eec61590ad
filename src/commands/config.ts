/** Collects what a bug report needs. Shows no secret, sends no request to a service, makes no folder. */
import { arch, platform, release } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { defineCommand } from '../cli/command.ts';
import type { Context } from '../cli/context.ts';
import { flagOf } from '../cli/flags.ts';
import { operatorRow, settingRows, type SettingRow } from '../cli/settings.ts';
import { columnsOf } from '../document.ts';
import { config as document } from '../documents/operators.ts';
import { RentalError } from '../errors.ts';
import type { FolderFacts, OperatorFacts } from '../operators/diagnosis.ts';
import { operatorOrigins } from '../operators/origins.ts';
import { answer, usualFormat, type Block, type Result, type Row } from '../result.ts';
import { formatDuration } from '../text.ts';

export default defineCommand({
  name: 'config',
  aliases: ['doctor'],
  group: 'OPERATE',
  summary: 'show settings, versions, folders: what a bug report needs',
  purpose:
    'Shows versions, every setting in effect and where it is from (a flag, a variable, the configuration file, or the default), ' +
    'folders, operators, and what is wrong with them: what a bug report needs. Shows no password, sends no request and makes no ' +
    'folder. The exit code is 0 also if it finds mistakes in the configuration.',
  args: {},
  flags: {},
  reportsMistakes: true,
  examples: [
    { does: 'Everything', line: 'rental config' },
    { does: 'What a command would use with a flag', line: 'rental config --max-wait 10s --jq ".settings[]"' },
    { does: 'Only the problems', line: 'rental config --jq ".problems[]"' },
  ],
  see: ['environment', 'flags'],
  async run(_, context): Promise<Result> {
    const { diagnose, folderFacts } = await import('../operators/diagnosis.ts');
    const { tripsFolder } = await import('../trips/store.ts');
    const { io, config, mistakes, settings: used } = context;
    const options = { config, choices: used.operatorChoices, budget: used.budget, machine: io, nameField: flagOf };
    const { operators, chosen, chosenProblem, ...found } = await diagnose(options);
    const folders = [...found.folders, { name: 'saved trips', ...folderFacts(tripsFolder(io.env)) }];
    const system = `${platform()} ${arch()} ${release()}`;
    const program = { version: manifest.version, node: io.nodeVersion, platform: system };
    const settings = settingsOf(context);
    const settingFacts = settings.map(({ setting, ...rest }) => ({ ...fact('settings', setting, ''), ...rest }));
    const rows = [
      ...Object.entries(program).map(([name, value]) => fact('program', name, value)),
      ...folders.map(folderFact),
      ...operators.map(operatorFact),
      fact('operators', 'default', chosen ?? 'none', chosenProblem),
      ...mistakes.map((mistake) => fact('settings', '', '', mistake.describe(flagOf).message)),
    ];
    const wrong = rows.filter(({ problem }) => problem !== '');
    const problems = wrong.map(({ problem }) => String(problem));
    return answer(document, {
      value: { ...program, settings, folders, defaultOperator: chosen, operators, problems },
      rows: [...settingFacts, ...rows],
      view: [
        table(settingFacts, 'SETTING', ['name', 'value', 'source', 'place']),
        table(rows, 'NAME', ['area', 'name', 'value']),
        ...verdict(wrong),
      ],
    });
  },
});

function settingsOf({ io, config, settings, levels }: Context): SettingRow[] {
  const others = settingRows(levels, { config: config.path, format: usualFormat(io.stdout) });
  try {
    const own = operatorOrigins(settings.operatorChoices, config, settings.budget).map(operatorRow);
    return [...own, ...others.filter(({ setting }) => own.every((one) => one.setting !== setting))];
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    // Without an operator, the other settings are still of use.
    return others;
  }
}

function fact(area: string, name: string, value: string, problem: string | null = null): Row {
  return { area, name, value, source: '', place: '', problem: problem ?? '' };
}

function folderFact({ name, path, made, problem }: FolderFacts): Row {
  return fact('folders', name, `${path ?? 'none'}${made ? '' : ' (not made yet)'}`, problem);
}

function operatorFact({ name, baseUrl, proxy, budget, server, problem }: OperatorFacts): Row {
  const left = budget && `${budget.free} of ${budget.limit} requests left in ${formatDuration(budget.windowMs)}`;
  const value = [baseUrl, proxy && `proxy ${proxy}`, left, server && `shared on ${server.address}`];
  const unusable = server?.problem ? `the server of the budget cannot be used: ${server.problem}` : null;
  return fact('operators', name, value.filter(Boolean).join(', '), problem ?? unusable);
}

function table(rows: readonly Row[], header: string, keys: readonly string[]): Block {
  const columns = columnsOf(document, { name: { header } }).filter(({ key }) => keys.includes(key));
  return { kind: 'table', columns, rows };
}

/** What is wrong, or that nothing is. */
function verdict(wrong: readonly Row[]): Block[] {
  if (wrong.length === 0) return [{ kind: 'text', text: 'fine: folders, operators, settings', style: 'good' }];
  return wrong.map(({ area, name, problem }) => {
    const text = ['to do', area, name, problem].filter((part) => part !== '').join(': ');
    return { kind: 'text', text, style: 'warning' };
  });
}
