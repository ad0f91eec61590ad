/** What people who know other command lines type first, and what it is called here. */
import { UsageError } from '../errors.ts';
import { meant, shorten } from '../text.ts';

type Guesses = Readonly<Record<string, string>>;

const commandGuesses: Guesses = {
  ...{ vehicle: 'availability', vehicles: 'availability', cars: 'availability', search: 'availability' },
  ...{ accessories: 'extras', insurance: 'extras', price: 'quote', prices: 'compare', find: 'compare' },
  ...{ book: 'book-link', open: 'book-link', link: 'book-link', browse: 'book-link', rent: 'plan', serve: 'sandbox' },
  ...{ auth: 'operators', login: 'operators', status: 'limits', settings: 'config', env: 'config', test: 'smoke' },
};

const actionGuesses: Guesses = {
  ...{ ls: 'list', get: 'show', view: 'show', describe: 'show', cat: 'show', log: 'history' },
  ...{
    rm: 'remove',
    delete: 'remove',
    del: 'remove',
    create: 'add',
    new: 'add',
    edit: 'set',
    update: 'set',
    use: 'default',
  },
};

const formats = '--json prints JSON, --format csv a table for a spreadsheet';
const jq = '--jq sorts and cuts what --json prints: rental help output';
const website = 'rental book-link --open opens the website';
const unasked = 'nothing is asked here: leave it out';
/** What there is in the place of a flag. */
const flagAdvice: Guesses = {
  ...{ o: formats, output: formats, j: formats, n: jq, limit: jq, sort: jq, web: website, open: website },
  ...{ yes: unasked, y: unasked, force: unasked, f: unasked },
};

const flagGuesses: Guesses = {
  ...{ start: '--from', 'start-date': '--from', date: '--from', end: '--to', 'end-date': '--to', days: '--nights' },
  ...{
    extras: '--accessory',
    'max-price': '--max-total',
    budget: '--max-total',
  },
  ...{ interval: '--every', depot: '--pick-up', return: '--drop-off' },
};

/** Of commands that get words as if they had actions or could choose. */
const excess: Guesses = {
  config: 'rental config shows every setting; rental help environment tells how to set one',
  availability: 'it lists all free vehicles; rental quote <vehicle> prices one',
};

/** The hint for words that the command does not take; undefined if there is nothing special to say. */
export function excessHint(command: string): string | undefined {
  return Object.hasOwn(excess, command) ? excess[command] : undefined;
}

/** The hint for an unknown command; undefined if nothing is near. */
export function meantCommand(word: string, known: readonly string[]): string | undefined {
  return meant(word, known) ?? didYouMean(commandGuesses, word);
}

/** The error for a word that is not an action of the command. `hint`: what to type, if that is known better than by its letters. */
export function noAction(command: string, word: string, known: readonly string[], hint?: string): UsageError {
  const near = didYouMean(actionGuesses, word, known) ?? meant(word, known);
  return new UsageError(`rental ${command} has no action "${shorten(word, 60)}"`, {
    hint: hint ?? near ?? `the actions are ${known.join(', ')}`,
  });
}

/** `known` are with their dashes, which do not make a word longer. */
export function meantFlag(flag: string, known: readonly string[]): string | undefined {
  const word = flag.replace(/^-+/, '');
  const names = known.map((name) => name.slice(2));
  const near = didYouMean(flagGuesses, word, known) ?? meant(word, names, '--');
  return near ?? (Object.hasOwn(flagAdvice, word) ? flagAdvice[word] : undefined);
}

const choiceGuesses: Guesses = { jsonl: 'ndjson', tsv: 'plain' };

export function meantChoice(word: string, known: readonly string[]): string | undefined {
  return didYouMean(choiceGuesses, word.toLowerCase(), known) ?? meant(word, known);
}

function didYouMean(guesses: Guesses, word: string, known?: readonly string[]): string | undefined {
  const found = Object.hasOwn(guesses, word.toLowerCase()) ? guesses[word.toLowerCase()] : undefined;
  return found === undefined || known?.includes(found) === false ? undefined : `did you mean ${found}?`;
}
