/** Documents of `--json` as pages. */
import { comparePage } from './compare.ts';
import { quotePage } from './quote.ts';

export { pageText } from './page.ts';
export type { PageContext } from './page-words.ts';

/** The pages, by the command that prints the document. */
export const pages = { compare: comparePage, quote: quotePage } as const;
