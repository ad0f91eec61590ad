/** The tools as a client lists them. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { shapeSchema, type JsonSchema } from '../documents/json-schema.ts';
import { count, list, object, optional, text, type Fields, type Shape } from '../shape.ts';
import { totalOf } from './clean.ts';
import { inputSchema } from './inputs.ts';
import type { Sessions } from './operators.ts';
import type { Tool } from './tool.ts';

/** The fields of what a tool returns. */
export function fieldsOf({ asks, output }: Tool): Fields {
  return { ...(asks === 'one' && { operator: text }), ...output };
}

export function listTool(tool: Tool, sessions: Pick<Sessions, 'names' | 'usual'>): ListedTool {
  const { name, title, description, asks, pages } = tool;
  // A list that is cut inside another has its total as well, which its name says.
  const totals = Object.fromEntries((pages?.lists ?? []).map((one) => [totalOf(one), optional(count)]));
  const added = { ...totals, notes: optional(list(text)), ...(pages && { nextOffset: optional(count) }) };
  const document = object({ ...fieldsOf(tool), ...added });
  const output = withoutDetails(shapeSchema(sessions.names.length > 1 ? withOwnedIds(document) : document));
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool, sessions) as ListedTool['inputSchema'],
    outputSchema: output as ListedTool['outputSchema'],
    // Without a word a tool reaches outside.
    annotations: { readOnlyHint: true, ...(asks === 'none' && { openWorldHint: false }) },
  };
}

/** What a schema of a document leaves out: it is not for checking, and the names say what the fields hold. */
const details = ['additionalProperties', 'description', 'enum', 'format', 'maximum', 'minimum', 'pattern', 'required'];

/** What is deeper than the items of a list has no fields there, and what has no type is a text. */
const deepest = 2;

function withoutDetails(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutDetails(one, depth));
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, properties, ...rest } = value as JsonSchema;
  const [one, other] = anyOf ?? [];
  // A type or null is shorter in one list.
  if (other?.type === 'null') return withoutDetails({ ...one, type: [one?.type, 'null'] }, depth);
  const kept = Object.entries(rest).filter(([key, inner]) => !details.includes(key) && inner !== 'string');
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, withoutDetails(field, depth + 1)]);
  return {
    ...Object.fromEntries(kept.map(([key, inner]) => [key, withoutDetails(inner, depth)])),
    ...(properties !== undefined && depth < deepest && { properties: Object.fromEntries(fields) }),
  };
}

/** `lucky:12`: with several operators an id carries its own. */
function withOwnedIds(shape: Shape): Shape {
  if (shape.type === 'id') return { ...shape, type: 'text' };
  if (shape.type === 'list') return { ...shape, item: withOwnedIds(shape.item) };
  if (shape.type !== 'object') return shape;
  const fields = Object.entries(shape.fields).map(([name, inner]) => [name, withOwnedIds(inner)]);
  return { ...shape, fields: Object.fromEntries(fields) as Fields };
}
