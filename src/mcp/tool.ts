/**
 * A tool is a command for an assistant: which of its flags are inputs, and which fields of its
 * document a model reads.
 */
import type { Command } from '../cli/command.ts';
import type { OpenSession } from '../operators/session.ts';
import { list, optional, text, type Fields, type Row } from '../shape.ts';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly command: Pick<Command, 'args' | 'flags' | 'needs' | 'run'>;
  /**
   * How many operators a call asks; its input can name as many. `one`: the answer has its name, and
   * the trip as it was understood. `each`: the command returns a list, and runs at each operator.
   * `several`: the command takes all of them at once. `all`: every operator, without an input.
   */
  readonly asks: 'one' | 'each' | 'several' | 'all';
  /** The arguments and flags of the command that a call can give: `pick-up` is `pick_up`. */
  readonly inputs: readonly string[];
  /** The fields of the document that an answer has. A field can be at another path of it. */
  readonly output: Fields;
  /** The default length of lists, if a call can choose it. */
  readonly limit?: number;
  /** The help of the input `limit`. */
  readonly limitHelp?: string;
  /** Lists that are shorter, by name, if the call chooses no length. */
  readonly shorterLists?: Readonly<Record<string, number>>;
  /** Rewrites the document of the command, with notes that come before those of the command. */
  show?(document: never, call: AnsweredCall): object | Promise<object>;
  /** Makes rows of the text's tables where lists of the answer hold lists. */
  textRows?(answer: Row): Row;
}

/** A call whose command has run. */
export interface AnsweredCall {
  /** The sessions to the operators that were asked. */
  readonly sessions: readonly OpenSession[];
  /** The options of the command. */
  readonly options: Row;
}

/** `command`: the name of a command, or one that only this tool has. */
export type ToolDefinition = Omit<Tool, 'command'> & { readonly command: string | Tool['command'] };

/** The fields of what a tool returns. */
export function fieldsOf({ asks, output }: Pick<Tool, 'asks' | 'output'>): Fields {
  const ofOne = asks === 'one' ? { operator: text, trip: optional(text) } : {};
  const ofEach = asks === 'each' ? { operator: optional(text) } : {};
  return { ...ofOne, ...ofEach, ...output, notes: optional(list(text)) };
}
