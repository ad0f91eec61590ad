/** Collects what a bug report needs. Shows no secret, sends no request to a service, makes no folder. */
import { arch, platform, release } from 'node:os';
import manifest from '../../../package.json' with { type: 'json' };
import { defineCommand } from '../../cli/command.ts';
import { flagOf } from '../../cli/flags.ts';
import type { Context } from '../../cli/context.ts';
import type { FolderFacts, OperatorFacts } from '../../operators/diagnosis.ts';
import { columnsOf } from '../../document.ts';
import { config as document } from '../../documents/operators.ts';
import { answer, type Block, type Result, type Row } from '../../result.ts';
import { formatDuration, plural, shorten } from '../../text.ts';

export default defineCommand({
  name: 'config',
  aliases: ['doctor'],
  group: 'OPERATE',
  summary: 'show settings, versions, folders: what a bug report needs',
  purpose:
    'Shows every setting in effect and where it is from (a flag, a variable, the configuration file, or the default), ' +
    'versions, folders, operators, the terminal and variables: what a bug report needs. Shows no password, sends ' +
    'no request and makes no folder. The exit code is 0 also if it finds mistakes in the configuration.',
  args: {},
  flags: {},
  reportsMistakes: true,
  examples: [
    { does: 'Everything', line: 'rental config' },
    { does: 'What a command would use with a flag', line: 'rental config --max-wait 10s --jq ".settings[]"' },
    { does: 'Only the problems', line: 'rental config --jq ".problems[]"' },
  ],
  see: ['environment', 'flags'],
  run: (_, context) => collect(context),
});

/** Finds mistakes, and throws for none of them. */
async function collect(context: Context): Promise<Result> {
  const { settingsInEffect, terminalFacts, variableFacts } = await import('./facts.ts');
  const { diagnose, folderFacts } = await import('../../operators/diagnosis.ts');
  const { tripsFolder } = await import('../../trips/store.ts');
  const { io, config, mistakes } = context;
  const { operatorChoices: choices, budget } = context.settings;
  const options = { config, choices, budget, machine: io, nameField: flagOf };
  const { operators, chosen, chosenProblem, ...found } = await diagnose(options);
  const folders = [...found.folders, { name: 'saved trips', ...folderFacts(tripsFolder(io.env)) }];
  const program = {
    version: manifest.version,
    node: io.nodeVersion,
    platform: `${platform()} ${arch()} ${release()}`,
  };
  const settings = settingsInEffect(context);
  const terminal = terminalFacts(context, await context.colourLevel());
  const variables = variableFacts(io.env);
  const settingRows = settings.map(({ setting, ...rest }) => ({ ...fact('settings', setting, ''), ...rest }));
  const rows = [
    ...rowsOf('program', program),
    ...folders.map(folderRow),
    ...operators.map(operatorRow),
    fact('operators', 'default', chosen ?? 'none', chosenProblem),
    ...rowsOf('terminal', terminal),
    ...variables.map(({ name, value }) => fact('variables', name, shorten(value ?? '…', 200))),
    ...mistakes.map((mistake) => fact('settings', '', '', mistake.describe(flagOf).message)),
  ];
  const problems = rows.map(({ problem }) => String(problem)).filter((problem) => problem !== '');
  const mark = ({ problem }: Row): string => (problem === '' ? '' : `! ${String(problem)}`);
  const table = (shown: readonly Row[], first: string, keys: readonly string[]): Block => {
    const columns = columnsOf(document, { name: { header: first }, problem: { show: mark } });
    const filled = columns.filter(({ key }) => keys.includes(key) && shown.some((row) => row[key] !== ''));
    return { kind: 'table', columns: filled, rows: shown };
  };
  return answer(document, {
    value: { ...program, settings, folders, defaultOperator: chosen, operators, terminal, variables, problems },
    rows: [...settingRows, ...rows],
    view: [
      // A path needs more room than a column of a narrow table has.
      { kind: 'pairs', pairs: [{ label: 'Configuration file', value: config.path }] },
      table(settingRows.slice(1), 'SETTING', ['name', 'value', 'source', 'place']),
      table(rows, 'NAME', ['area', 'name', 'value', 'problem']),
      ...verdict(rows, operators.length),
    ],
  });
}

function fact(area: string, name: string, value: string, problem: string | null = null): Row {
  return { area, name, value, source: '', place: '', problem: problem ?? '' };
}

const folderVariables: Readonly<Record<string, string>> = {
  configuration: 'RENTAL_CONFIG',
  cache: 'XDG_CACHE_HOME',
  'request budget': 'RENTAL_STATE_DIR',
  'saved trips': 'XDG_DATA_HOME',
};

/** What is fine, and what to do about the rest. */
function verdict(rows: readonly Row[], operators: number): Block[] {
  const broken = rows.filter(({ problem }) => problem !== '');
  const areas = { folders: 'folders', operators: plural(operators, 'operator'), settings: 'settings' };
  const fine = Object.entries(areas).flatMap(([area, text]) => {
    const isFine = broken.every((row) => row['area'] !== area) && (area !== 'operators' || operators > 0);
    return isFine ? [text] : [];
  });
  const advice = broken.map(adviceFor);
  if (operators === 0 && advice.length === 0) advice.push('save an operator: rental operators add <name> <address>');
  return [
    ...(fine.length === 0 ? [] : [{ kind: 'text', text: `fine: ${fine.join(', ')}`, style: 'good' } as const]),
    ...advice.map((text) => ({ kind: 'text', text: `to do: ${text}`, style: 'warning' }) as const),
  ];
}

function adviceFor({ area, name, problem }: Row): string {
  if (area === 'folders')
    return `let this user write to the folder of the ${name}, or set ${folderVariables[`${name}`]}`;
  return `${area === 'operators' && name !== 'default' ? `operator ${name}: ` : ''}${problem}`;
}

function rowsOf(area: string, facts: Readonly<Record<string, string | number | boolean | null>>): Row[] {
  const show = (value: unknown): string =>
    value === true ? 'yes' : value === false ? 'no' : String(value ?? 'unknown');
  return Object.entries(facts).map(([name, value]) => fact(area, name, show(value)));
}

function folderRow({ name, path, made, problem, why }: FolderFacts): Row {
  const possible = problem === null ? 'it can be made' : 'it cannot be made';
  const notes = [path === null || made ? [] : ['not made yet', possible], why ?? []].flat();
  return fact(
    'folders',
    name,
    [path ?? 'none', ...(notes.length > 0 ? [`(${notes.join('; ')})`] : [])].join(' '),
    problem,
  );
}

function operatorRow({ name, baseUrl, proxy, budget, server, problem }: OperatorFacts): Row {
  const { free, limit, windowMs } = budget ?? { windowMs: 0 };
  const left = budget && `${free} of ${limit} requests left in ${formatDuration(windowMs)}`;
  const shared = server && `shared on ${server.address}`;
  const value = [baseUrl, proxy && `proxy ${proxy}`, left, shared].filter(Boolean).join(', ');
  const unusable = server?.problem ? `the server of the budget cannot be used: ${server.problem}` : null;
  return fact('operators', name, value, problem ?? unusable);
}
