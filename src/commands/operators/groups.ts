/** Groups of depots in the configuration: `north island` for several depots of one operator. */
import type { Context } from '../../cli/context.ts';
import { columnsOf } from '../../document.ts';
import { depotGroups as document } from '../../documents/operators.ts';
import { UsageError } from '../../errors.ts';
import { meant } from '../../nearest.ts';
import { changeConfig, configPath, readConfig } from '../../operators/config.ts';
import { configuredOperator } from '../../operators/operator.ts';
import { groupNameHint, isGroupName, namedGroups } from '../../planner/depot-groups.ts';
import { bestMatches, fold, listed } from '../../planner/names.ts';
import type { Operator } from '../../planner/session.ts';
import { readDepotIds } from '../../planner/sweep/operator-sweep.ts';
import { depotName } from '../../planner/trip.ts';
import { answer, type Result } from '../../result.ts';
import { shorten } from '../../text.ts';

/** Without a group: lists them; without depots: shows one. Throws UsageError, and what `changeConfig` throws. */
export async function group(
  operatorName: string,
  name: string | undefined,
  depots: string | undefined,
  context: Context,
): Promise<Result> {
  const operator = await readOperator(operatorName, context);
  if (name === undefined) return listGroups(operator, context);
  const same = sameGroup(name, operator);
  if (depots === undefined) return listGroups(operator, context, same ?? unknown(name, operator));
  if (!isGroupName(name)) {
    throw new UsageError(`"${shorten(name, 60)}" is no name for a group`, { hint: groupNameHint });
  }
  const session = await context.sessionWith({ sandbox: false, operator });
  const found = await readDepotIds([depots], session, {
    names: [operator.name],
    note: (text) => context.note(text),
    matching: bestMatches,
  });
  const ids = [...new Set(found.filter((id) => id !== 'same'))];
  if (ids.length === 0) throw new UsageError('a group needs depots', { hint: 'give ids or names: 1,2' });
  await changeConfig(context.io.env, [{ path: pathTo(operator, same ?? name), value: ids }]);
  context.note(
    `${same === undefined ? 'added' : 'changed'} ${name} of ${operator.name} (${configPath(context.io.env)})`,
  );
  return listGroups(await readOperator(operatorName, context), context);
}

/** Throws UsageError for a group that is not there, and what `changeConfig` throws. */
export async function ungroup(operatorName: string, name: string, context: Context): Promise<Result> {
  const operator = await readOperator(operatorName, context);
  const same = sameGroup(name, operator) ?? unknown(name, operator);
  const isLast = Object.keys(operator.depotGroups ?? {}).length === 1;
  const path = pathTo(operator, same);
  await changeConfig(context.io.env, [{ path: isLast ? path.slice(0, -1) : path, value: undefined }]);
  context.note(`removed ${same} of ${operator.name} (${configPath(context.io.env)})`);
  return listGroups(await readOperator(operatorName, context), context);
}

async function readOperator(name: string, { io }: Context): Promise<Operator> {
  return configuredOperator(name, {}, await readConfig(io.env));
}

function pathTo({ name }: Operator, group: string): string[] {
  return ['operators', name, 'depotGroups', group];
}

/** As the group is called in the configuration. */
function sameGroup(name: string, { depotGroups }: Operator): string | undefined {
  return namedGroups(depotGroups).find((one) => fold(one.name) === fold(name))?.name;
}

function unknown(name: string, operator: Operator): never {
  const known = namedGroups(operator.depotGroups).map((one) => one.name);
  throw new UsageError(`${operator.name} has no group "${shorten(name, 60)}"`, {
    hint: meant(name, known) ?? `rental operators group ${operator.name} lists its groups`,
  });
}

/** With the names of depots that are stored: sends nothing. */
async function listGroups(operator: Operator, context: Context, only?: string): Promise<Result> {
  const session = await context.sessionWith({ sandbox: false, operator });
  const depots = await session.depots.stored();
  const shown = namedGroups(operator.depotGroups).filter(({ name }) => only === undefined || name === only);
  const value = shown.map(({ name, depots: ids }) => ({
    group: name,
    depots: ids.map((id) => ({ id, name: depotName(id, depots) })),
  }));
  const text = `${operator.name} has no groups of depots. rental operators group ${operator.name} "north island" <a,b> adds one.`;
  const rows = value.map(({ group: name, depots: list }) => ({ group: name, depots: listed(list) }));
  return answer(document, {
    value,
    view: rows.length === 0 ? [{ kind: 'text', text }] : [{ kind: 'table', columns: columnsOf(document), rows }],
  });
}
