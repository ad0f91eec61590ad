import {
  commandNamed,
  defineCommand,
  withSubcommands,
  wordOf,
  type Command,
} from '../cli/command.ts';
import { unknownWord } from '../cli/unknown-word.ts';
import { UsageError } from '../base/errors.ts';
import { columnsOf } from '../documents/records.ts';
import { errorShape, oneSchema, schemaListShape } from '../documents/program.ts';
import { tripEventShape } from '../documents/trips.ts';
import type { DocumentShape, ValueOf } from '../shape.ts';
import { makeResult, type Result } from '../result.ts';

/** Documents that no command prints under its own name. */
const otherDocuments: Readonly<Record<string, DocumentShape>> = {
  'trip-event': tripEventShape,
  error: errorShape,
};

/** Each document of `--json`, by the first command that prints it, and the others. */
export function documentsOf(commands: readonly Command[]): Readonly<Record<string, DocumentShape>> {
  const names = new Map<DocumentShape, string>();
  for (const { name, document } of withSubcommands(commands)) {
    if (document === undefined || Object.values(otherDocuments).includes(document)) continue;
    if (!names.has(document)) names.set(document, name);
  }
  const ofCommands = [...names].map(([document, name]) => [name, document]);
  return { ...Object.fromEntries(ofCommands), ...otherDocuments };
}

/** The document that a command prints, or one of the others by its name. */
function documentNamed(
  words: readonly string[],
  commands: readonly Command[],
): DocumentShape | undefined {
  const { command, args } = commandNamed(words, commands);
  if (command !== undefined) return args.length === 0 ? command.document : undefined;
  const documents = documentsOf(commands);
  const name = words.join(' ');
  return Object.hasOwn(documents, name) ? documents[name] : undefined;
}

export default (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: 'schema',
    group: 'OPERATE',
    summary: 'print the JSON Schema of what a command prints as JSON',
    purpose:
      'Prints the JSON Schema (draft 2020-12) of the document that a command prints with --json, or of the error on stderr. ' +
      'Without a name it lists the documents.',
    args: {
      document: {
        help: 'a command, trip-event or error',
        required: false,
        offers: { words: async () => Object.keys(documentsOf(commands())) },
      },
      subcommand: {
        help: 'a subcommand of the command',
        required: false,
        offers: { words: async ([name]) => subcommandsOf(name, commands()) },
      },
    },
    flags: {
      records: { kind: 'switch', help: 'print the schema of a --format ndjson line instead' },
    },
    document: schemaListShape,
    examples: [
      { does: 'List the documents', line: 'rental schema' },
      { does: 'The fields of a quote', line: 'rental schema quote --jq ".properties | keys"' },
      {
        does: 'One line of a comparison, for a data pipeline',
        line: 'rental schema compare --records > offer.schema.json',
      },
    ],
    see: ['output', 'exit-codes'],
    formFor: ({ document }) => (document === undefined ? schemaListShape : oneSchema),
    async run({ document: command, subcommand, records }, { settings }): Promise<Result> {
      const documents = documentsOf(commands());
      const name = subcommand === undefined ? command : `${command} ${subcommand}`;
      if (name === undefined) {
        const rows = Object.entries(documents).map(([one, { description }]) => ({
          name: one,
          description,
        }));
        return makeResult(schemaListShape, {
          value: rows,
          view: () => [{ kind: 'table', columns: columnsOf(schemaListShape), rows }],
        });
      }
      const document = documentNamed(name.split(' '), commands());
      if (document === undefined)
        throw unknownWord('there is no schema for', name, Object.keys(documents), 'schemas');
      const { documentSchema, recordSchema } = await import('../documents/json-schema.ts');
      const found = records ? recordSchema(document) : documentSchema(document);
      if (found === undefined)
        throw new UsageError(`${name} has no records`, { hint: 'leave out --records' });
      return makeResult(oneSchema, {
        value: found as ValueOf<typeof oneSchema.value>,
        // Without columns, plain prints the text.
        columns: settings.format === 'csv' ? Object.keys(found).map((key) => ({ key })) : [],
        view: () => [{ kind: 'raw', text: `${JSON.stringify(found, null, 2)}\n` }],
      });
    },
  });

function subcommandsOf(name: string | undefined, commands: readonly Command[]): readonly string[] {
  const { command } = commandNamed([name ?? ''], commands);
  return (command?.subcommands ?? []).filter(({ document }) => document !== undefined).map(wordOf);
}
