/** What people who know other command lines type first, and what it is called here. */
import { meant } from '../text.ts';

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
const first = "--jq '.[:3]' takes the first three of a list";
const flagGuesses: Guesses = {
  ...{ '-o': formats, '--output': formats, '-j': formats },
  '--sort': "--jq 'sort_by(.name)' puts a list in another order",
  ...{ '-n': first, '--limit': first },
  ...{ '--web': 'rental book-link --open opens the website', '--open': 'rental book-link --open opens the website' },
};

/** The hint for an unknown command; undefined if nothing is near. */
export function meantCommand(word: string, known: readonly string[]): string | undefined {
  return meant(word, known) ?? didYouMean(commandGuesses, word);
}

export function meantAction(word: string, known: readonly string[]): string | undefined {
  const other = didYouMean(actionGuesses, word, known);
  return other ?? meant(word, known);
}

export function meantFlag(word: string, known: readonly string[]): string | undefined {
  return meant(word, known) ?? (Object.hasOwn(flagGuesses, word) ? flagGuesses[word] : undefined);
}

function didYouMean(guesses: Guesses, word: string, known?: readonly string[]): string | undefined {
  const found = Object.hasOwn(guesses, word.toLowerCase()) ? guesses[word.toLowerCase()] : undefined;
  return found === undefined || known?.includes(found) === false ? undefined : `did you mean ${found}?`;
}
