/**
 * Everyone who hands a text of a user to the planner: commands, questions and tools. Each says
 * which ids were sent for the field in question.
 */
import { PassThrough } from 'node:stream';
import type { Selection } from '../../src/api/types.ts';
import { RentalError, UsageError } from '../../src/base/errors.ts';
import type { Command } from '../../src/cli/command.ts';
import { escapeCommas } from '../../src/base/commas.ts';
import { camelCase, type Flags } from '../../src/cli/flags.ts';
import { addValue } from '../../src/cli/values.ts';
import bookLink from '../../src/commands/book-link.ts';
import { commands } from '../../src/commands/index.ts';
import compare from '../../src/commands/compare/index.ts';
import type { FlagTexts } from '../../src/commands/plan/answers.ts';
import plan from '../../src/commands/plan/index.ts';
import { runSteps } from '../../src/commands/plan/wizard.ts';
import quote from '../../src/commands/quote.ts';
import { readInput } from '../../src/mcp/inputs.ts';
import { toolsOf } from '../../src/mcp/tools/index.ts';
import { createPlainPrompts } from '../../src/terminal/plain-prompts.ts';
import { choiceFinder } from '../../src/terminal/pick-named.ts';
import type { Prompts } from '../../src/terminal/questions.ts';
import { testContext } from '../support/context.ts';
import { linkedSelection } from './linked-selection.ts';
import { today } from './memory.ts';
import { base, operatorNames, sessionOf, van, type Field, type Question } from './same-world.ts';

/**
 * The ids of the field at each operator that was sent something; an accessory that is wanted twice
 * is there twice. Undefined: refused.
 */
export type Sent = ReadonlyMap<string, readonly number[]> | undefined;

type Planted = ReturnType<typeof sessionOf>;

const idsOf: Readonly<Record<Field, (selection: Selection) => readonly number[]>> = {
  pickUp: ({ pickUpDepotId }) => [pickUpDepotId],
  dropOff: ({ dropOffDepotId }) => [dropOffDepotId],
  vehicle: ({ vehicleId }) => [vehicleId],
  accessory: ({ accessoryIds }) => accessoryIds.toSorted((one, other) => one - other),
  insurance: ({ insuranceId }) => (insuranceId === undefined ? [] : [insuranceId]),
};

/**
 * If several quotes were requested of an operator, all have the same extras. `lacking`: operators
 * whose offers lack an extra.
 */
function sentTo(field: Field, all: readonly Planted[], lacking: readonly string[] = []): Sent {
  const sent = all.flatMap(({ session, priced }): [string, readonly number[]][] => {
    if (priced.length === 0 || lacking.includes(session.operator.name)) return [];
    const ids = priced.map(idsOf[field]);
    const isExtra = field === 'accessory' || field === 'insurance';
    const merged = isExtra ? ids[0]! : [...new Set(ids.flat())].sort((one, other) => one - other);
    if (isExtra && ids.some((one) => one.join() !== merged.join()))
      throw new Error('one question with different extras');
    return [[session.operator.name, merged]];
  });
  return new Map(sent);
}

const flagNames = {
  pickUp: 'pick-up',
  dropOff: 'drop-off',
  vehicle: 'vehicle',
  accessory: 'accessory',
  insurance: 'insurance',
} as const satisfies Readonly<Record<Field, string>>;

/** Escapes commas, which would divide the text into a choice of several plans. */
function asFlag({ field, text }: Question): string {
  return field === 'insurance' ? escapeCommas(text) : text;
}

/** Texts of all fields, by the names of flags. */
function textsOf(question: Question): Record<string, string> {
  const text = asFlag(question);
  const flag = flagNames[question.field];
  return {
    'pick-up': base,
    'drop-off': base,
    from: '2026-12-01',
    to: '+2d',
    vehicle: van.name,
    [flag]: text,
  };
}

/** As the command line reads them. */
function optionsOf(
  { flags, args }: { readonly flags: Flags; readonly args: object },
  texts: Record<string, string>,
) {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      const flag = flags[name];
      if (flag === undefined && !(name in args)) throw new Error(`no flag ${name}`);
      return [camelCase(name), flag === undefined ? text : addValue(name, flag, text, undefined)];
    }),
  );
}

const ignore = (): void => {};

type Runnable = Pick<Command, 'args' | 'flags' | 'run'>;

async function runCommand(
  command: Runnable,
  options: Readonly<Record<string, unknown>>,
  { field }: Question,
  all: readonly Planted[],
  canPrompt = false,
): Promise<Sent> {
  const [first, ...others] = all.map(({ session }) => session);
  const context = testContext([first!, ...others], { canPrompt });
  const result = (await command.run(options, context)) as {
    readonly value: Value;
  };
  const { kind, url, offers = [] } = result.value;
  if (kind === 'search') return new Map();
  const lacking = offers.flatMap(({ operator, missing }) =>
    missing.length === 0 ? [] : [operator],
  );
  if (url === undefined) return sentTo(field, all, lacking);
  return new Map([[all[0]!.session.operator.name, idsOf[field](linkedSelection(url))]]);
}

/** Of a link, a plan or a comparison. */
interface Value {
  readonly kind?: 'search' | 'checkout';
  readonly url?: string;
  readonly offers?: readonly { readonly operator: string; readonly missing: readonly string[] }[];
}

type Caller = (question: Question) => Promise<Sent>;

const byFlags =
  (command: Runnable, canPrompt = false): Caller =>
  (question) =>
    runCommand(
      command,
      optionsOf(command, textsOf(question)),
      question,
      [sessionOf(question, 0)],
      canPrompt,
    );

/** `isOwned`: with the name of the first operator before it. */
const byComparing =
  (count: number, isOwned = false): Caller =>
  (question) => {
    const all = operatorNames.slice(0, count).map((_, place) => sessionOf(question, place));
    const text = isOwned ? `${operatorNames[0]}:${question.text}` : question.text;
    const { vehicle, ...texts } = textsOf({ ...question, text });
    const options = optionsOf(compare as Runnable, {
      ...texts,
      ...(question.field === 'vehicle' && { vehicle: vehicle! }),
      quote: 'all',
    });
    return runCommand(compare as Runnable, options, question, all);
  };

const tools = toolsOf(commands);

/** `configured`: how many operators there are. `compared`: how many of them are asked. */
const byTool =
  (name: string, configured: number, compared = configured): Caller =>
  (question) => {
    const tool = tools.find((one) => one.name === name)!;
    const all = operatorNames.slice(0, compared).map((_, place) => sessionOf(question, place));
    const { vehicle, ...texts } = textsOf(question);
    const isWanted = name !== 'compare_quotes' || question.field === 'vehicle';
    const given = Object.entries({ ...texts, ...(isWanted && { vehicle: vehicle! }) });
    const input = {
      ...Object.fromEntries(given.map(([flag, text]) => [flag.replaceAll('-', '_'), text])),
      ...(name === 'compare_quotes' && { quote: 'all' }),
      ...(configured > 1 && compared === 1 && { operator: operatorNames[0] }),
    };
    const { options } = readInput(tool, operatorNames.slice(0, configured), input);
    return runCommand(tool.command, options, question, all);
  };

/** Asks only for what is not given; a text that is given and fits nothing is asked for. */
async function runWizard(question: Question, prompts: Prompts, isAsked: boolean): Promise<Sent> {
  const planted = sessionOf(question, 0);
  const { session } = planted;
  const { field } = question;
  const texts: FlagTexts = {
    pickUp: base,
    dropOff: base,
    pickUpDate: '2026-12-01',
    dropOffDate: '2026-12-03',
    vehicle: van.name,
    accessories: ['none'],
    insurance: ['none'],
  };
  const key = field === 'accessory' ? 'accessories' : field;
  const flag = flagNames[field];
  const read = isAsked
    ? undefined
    : addValue(flag, (plan.flags as Flags)[flag]!, asFlag(question), undefined);
  await runSteps(
    { ...texts, [key]: read },
    {
      operator: session.operator,
      service: session.service,
      chargedDays: session.chargedDays,
      depots: () => session.depots.fresh(),
      today,
      now: session.now,
      prompts,
      open: async () => {},
    },
  );
  return sentTo(field, [planted]);
}

/** A person who types into a list and takes the first line that is left. */
function personOf(text: string | undefined): Prompts {
  return {
    search: async ({ message, choices }) => {
      const answer = otherAnswers[message] ?? text;
      const [first] = answer === undefined ? [] : choiceFinder(choices)(answer);
      if (first === undefined) throw new UsageError('not asked, or nothing is left to choose');
      return choices[first]!.value;
    },
    // A checkbox takes no text.
    checkbox: async () => {
      throw new UsageError('nothing is typed');
    },
    input: async ({ initial = '', read }) => read(initial),
    say: ignore,
    sayReceipt: ignore,
    print: ignore,
    mark: () => 0,
    quietly: (work) => work(),
    eraseAfter: () => false,
  };
}

const otherAnswers: Readonly<Record<string, string>> = {
  'What next?': 'Done',
  'What now?': 'Stop here',
};

/**
 * Lines for the plain questions: the text where it is asked for, and the end of the input when it
 * is asked again.
 */
async function answerInLines(question: Question): Promise<Sent> {
  const stdin = new PassThrough();
  const isAnswered = new Set<string>();
  let printed = '';
  const answer = (): void => {
    // Not the line that reports what a part of a name was taken for.
    const isQuestion =
      /^(What n\w+\?|Quantity of .*|(Pick-up|Drop-off) depot|(Vehicle|Accessories|Insurance) \(NZD\))$/;
    const message = printed.split('\n').findLast((line) => isQuestion.test(line)) ?? '';
    const line = message.startsWith('Quantity of') ? '' : (otherAnswers[message] ?? question.text);
    // A terminal shows what is typed.
    printed += `${line}\n`;
    if (isAnswered.has(message)) stdin.end();
    else stdin.write(`${line}\n`);
    isAnswered.add(message);
  };
  const stderr = Object.assign(new PassThrough(), {
    columns: 10_000,
    write: (text: string) => {
      printed += text;
      if (/ b (goes back|stops): $/.test(text)) setImmediate(answer);
      return true;
    },
  });
  const io = { stdin: Object.assign(stdin, { isTTY: false }), stderr, onContinue: () => ignore };
  const prompts = createPlainPrompts({
    io,
    signal: new AbortController().signal,
    hold: () => ignore,
  });
  return runWizard(question, prompts, true);
}

/** Those that plan one trip at the first operator. */
export const planners: Readonly<Record<string, Caller>> = {
  quote: byFlags(quote as Runnable),
  'quote in a terminal': byFlags(quote as Runnable, true),
  plan: byFlags(plan as Runnable),
  'book-link': byFlags(bookLink as Runnable),
  'the wizard, by flags': (question) => runWizard(question, personOf(undefined), false),
  'a person at a list': (question) => runWizard(question, personOf(question.text), true),
  'a person who answers in lines': answerInLines,
  get_quote: byTool('get_quote', 1),
  'get_quote of one of several': byTool('get_quote', 2, 1),
  get_booking_link: byTool('get_booking_link', 1),
};

/** Those that compare, by how many operators. */
export const comparisons: Readonly<Record<string, readonly [count: number, caller: Caller]>> = {
  'compare one': [1, byComparing(1)],
  'compare two': [2, byComparing(2)],
  'compare three': [3, byComparing(3)],
  'compare_quotes of one': [1, byTool('compare_quotes', 1)],
  'compare_quotes of two': [2, byTool('compare_quotes', 2)],
};

export const ownedComparison = byComparing(2, true);

/** Undefined for a refusal; any other error is a fault. */
export async function sentBy(send: Caller, question: Question): Promise<Sent> {
  try {
    return await send(question);
  } catch (error) {
    if (!(error instanceof RentalError)) throw error;
    return undefined;
  }
}
