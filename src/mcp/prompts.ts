/** Ready questions for a person to choose in a client: what an assistant should do with the tools, step by step. */
import { ProtocolError, ProtocolErrorCode, type GetPromptResult, type Prompt } from '@modelcontextprotocol/server';
import { cleanText } from './clean.ts';

interface ReadyPrompt extends Prompt {
  readonly arguments: { readonly name: string; readonly description: string; readonly required?: boolean }[];
  /** What is asked of the assistant. The arguments stand after the first. */
  readonly steps: readonly string[];
}

const ids = 'Use ids from answers in the calls that follow.';
const end =
  'End with the link where I book, and with every note of the answers that matters to me. Do not guess what no answer says.';

const ready: readonly ReadyPrompt[] = [
  {
    name: 'plan_trip',
    title: 'Plan a trip',
    description: 'From depots and dates to a quote and the link where you book',
    arguments: [
      { name: 'pick_up', description: 'Depot where the rental starts', required: true },
      { name: 'drop_off', description: 'Depot where it ends, if another' },
      { name: 'from', description: 'First day', required: true },
      { name: 'to', description: 'Last day', required: true },
      { name: 'wishes', description: 'People, kind of vehicle, extras, insurance, most to pay' },
    ],
    steps: [
      'Plan this rental.',
      'Call search_vehicles; if it refuses the name of a depot, take one that it lists, or ask me which.',
      'Berths are only known where the name says them. Suggest up to three vehicles that fit.',
      'For extras and insurance call list_extras; a quote shows what an extra costs for the trip.',
      'Call get_quote for the best choice. Tell the total, its parts, and how long it holds.',
      ids,
      end,
    ],
  },
  {
    name: 'cheapest_start',
    title: 'Find the cheapest start',
    description: 'The same rental on days around yours, compared',
    arguments: [
      { name: 'pick_up', description: 'Depot where the rental starts', required: true },
      { name: 'drop_off', description: 'Depot where it ends, if another' },
      { name: 'from', description: 'The day that you have in mind', required: true },
      { name: 'nights', description: 'How many: 7, or 7..10', required: true },
      { name: 'flex', description: 'Days before and after; 3 if left out' },
      { name: 'wishes', description: 'Kind of vehicle, extras, insurance' },
    ],
    steps: [
      'Find the day on which this rental costs least.',
      'Call compare_quotes with dry_run, and with flex 3 unless I gave it. If it takes more than 60 requests, ask me before you go on.',
      'Call compare_quotes without dry_run. While complete is false, do what next says.',
      'Tell the cheapest start and its total, what the day that I have in mind costs, and the days on which a depot lists no times.',
      end,
    ],
  },
  {
    name: 'check_again',
    title: 'Check a saved question again',
    description: 'Whether an answer that you noted still holds',
    arguments: [
      { name: 'question', description: 'Depots, dates, vehicle and extras, as you noted them', required: true },
      { name: 'answer', description: 'The total then, and when that was' },
    ],
    steps: [
      'Check whether the answer to this question still holds.',
      'Call get_quote for one vehicle on one trip, and compare_quotes for anything else, with the same input as then.',
      'Tell what is different: the total, its parts, extras that are missing. If the vehicle is not available, call search_vehicles for what is.',
      'A price of then is not a price of now: do not take anything from the old answer.',
      end,
    ],
  },
];

export const listedPrompts: Prompt[] = ready.map(({ steps: _, ...prompt }) => prompt);

/** Throws ProtocolError for a prompt that does not exist, and for arguments that are missing or unknown. */
export function getPrompt(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = ready.find((one) => one.name === name);
  if (prompt === undefined) throw invalid(`there is no prompt ${cleanText(name, 60)}`);
  const { arguments: known, description, steps } = prompt;
  const unknown = Object.keys(given).filter((key) => !known.some((one) => one.name === key));
  if (unknown.length > 0) throw invalid(`there is no argument ${cleanText(unknown.join(', '), 60)}`);
  const isGiven = (key: string): boolean => (given[key] ?? '').trim() !== '';
  const missing = known.filter((one) => one.required === true && !isGiven(one.name)).map((one) => one.name);
  if (missing.length > 0) throw invalid(`${missing.join(', ')}: needed`);
  const lines = known.flatMap(({ name: key }) => (isGiven(key) ? [`${key}: ${cleanText(given[key] ?? '')}`] : []));
  const text = [steps[0], ...lines, '', ...steps.slice(1).map((step) => `- ${step}`)].join('\n');
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
