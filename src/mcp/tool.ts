/** A tool is a command for an assistant: which of its flags are inputs, and what of its document a model reads. */
import type { Command } from '../cli/command.ts';
import type { FieldText } from '../errors.ts';
import type { OpenSession } from '../operators/session.ts';
import type { Fields, ObjectOf } from '../shape.ts';
import type { Sessions } from './operators.ts';

/** What a tool knows beside the document of its command. */
export interface Shown {
  /** The trip as it was understood. */
  readonly trip: string | undefined;
  /** Of the operator that was asked; throws if the tool asks several. */
  readonly session: OpenSession;
  /** Of all operators. */
  readonly sessions: Sessions;
  /** The values of the inputs, by the options of the command. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Epoch ms. */
  now(): number;
  /** What the caller should know: the answer lists it as `notes`. */
  note(...notes: readonly FieldText[]): void;
}

export interface ToolDefinition<V, O extends Fields> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly command: Pick<Command, 'args' | 'flags' | 'run'>;
  /** How many operators a call asks: the input can name as many. */
  readonly asks: 'one' | 'several' | 'none';
  /** The arguments and flags of the command that a call can give: `pick-up` is `pick_up`. */
  readonly inputs: readonly string[];
  /** Those that a call must give; of `to|nights` one. */
  readonly needs: readonly string[];
  /** What an input says, where the help of the flag speaks of a command line. */
  readonly says?: Readonly<Record<string, string>>;
  /** Options that every call has. */
  readonly always?: Readonly<Record<string, unknown>>;
  readonly output: O;
  /** The lists of the output that come in pages, and the usual length of a page. */
  readonly pages?: { readonly lists: readonly (keyof O & string)[]; readonly limit: number };
  /** The answer, made of the document of the command. */
  show(value: V, shown: Shown): ObjectOf<NoInfer<O>> | Promise<ObjectOf<NoInfer<O>>>;
}

/** A tool whose types were checked where it is defined. */
export type Tool = Omit<ToolDefinition<unknown, Fields>, 'show'> & {
  show(value: unknown, shown: Shown): object | Promise<object>;
};

/** `V`: the document of the command, as `show` reads it. */
export function defineTool<V, const O extends Fields>(definition: ToolDefinition<V, O>): Tool {
  return definition as unknown as Tool;
}
