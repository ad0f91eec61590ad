/** The schema of each document of `--json`, by the command that prints it, and of the error. Loaded only when they are asked for. */
import type { DocumentSchema } from './document.ts';

export type { DocumentSchema } from './document.ts';

export const documents = {
  plan: async () => (await import('./quotes.ts')).plan,
  quote: async () => (await import('./quotes.ts')).quote,
  compare: async () => (await import('./compare.ts')).compare,
  depots: async () => (await import('./lists.ts')).depots,
  availability: async () => (await import('./lists.ts')).availability,
  extras: async () => (await import('./lists.ts')).extras,
  'book-link': async () => (await import('./quotes.ts')).bookLink,
  smoke: async () => (await import('./smoke.ts')).smoke,
  sandbox: async () => (await import('./program.ts')).sandbox,
  limits: async () => (await import('./program.ts')).limits,
  operators: async () => (await import('./program.ts')).operators,
  config: async () => (await import('./program.ts')).config,
  completion: async () => (await import('./program.ts')).completion,
  schema: async () => (await import('./program.ts')).schema,
  doctor: async () => (await import('./program.ts')).doctor,
  error: async () => (await import('./program.ts')).error,
} as const satisfies Readonly<Record<string, () => Promise<DocumentSchema>>>;

export type DocumentName = keyof typeof documents;

export const documentNames = Object.keys(documents) as readonly DocumentName[];
