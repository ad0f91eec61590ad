/** A tool is data plus one function, which plans with the sessions of its call and returns a document. */
import type * as z from 'zod/mini';
import type { FieldText } from '../errors.ts';
import type { Session } from '../planner/session.ts';
import type { Fields, ObjectOf } from '../shape.ts';
import type { Page } from './fit.ts';
import type { Sessions } from './operators.ts';
import type { Progress } from './progress.ts';

/** What one call of a tool may use. */
export interface Call {
  /** Of the operator that the input names, or of the only one. Its requests end with the call. */
  readonly session: Session;
  /** Sessions of all operators that the input names, whose requests end with `signal`. */
  sessions(signal: AbortSignal): readonly Session[];
  /** Of the lists that have pages. */
  readonly page: Pick<Page, 'offset' | 'limit'>;
  /** Aborts when the caller cancels the call, or the connection ends. */
  readonly signal: AbortSignal;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The input names the operators. */
  readonly areNamed: boolean;
  readonly progress: Progress;
  /** What was understood, and what the caller should know: the document lists it as `notes`. */
  note(...notes: readonly FieldText[]): void;
  /** The request budgets of all operators, and their days. */
  budgets: Sessions['budgets'];
}

export interface ToolDefinition<I extends z.ZodMiniObject, O extends Fields> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** How many operators a call asks: the input can name as many. */
  readonly asks: 'one' | 'several' | 'none';
  readonly input: I;
  readonly output: O;
  /** The lists of the output that come in pages, and the usual length of a page: the input has `limit` and `offset`. */
  readonly pages?: { readonly lists: readonly (keyof O & string)[]; readonly limit: number };
  run(input: z.infer<I>, call: Call): Promise<ObjectOf<NoInfer<O>>>;
}

/** A tool whose types were checked where it is defined. */
export type Tool = Omit<ToolDefinition<z.ZodMiniObject, Fields>, 'run'> & {
  run(input: unknown, call: Call): Promise<object>;
};

export function defineTool<I extends z.ZodMiniObject, const O extends Fields>(definition: ToolDefinition<I, O>): Tool {
  return definition as unknown as Tool;
}
