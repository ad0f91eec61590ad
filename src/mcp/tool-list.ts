/** The tools as a client lists them. */
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../documents/json-schema.ts';
import { count, object, optional, type Shape } from '../shape.ts';
import { totalOf } from './answer.ts';
import { inputSchema, type Served } from './inputs.ts';
import { fieldsOf, pagedLists, type Tool } from './tool.ts';

export function listTool(tool: Tool, served: Served): ListedTool {
  const { name, description, limit, asks } = tool;
  const totals = pagedLists(tool).map((one) => [totalOf(one), optional(count)]);
  const pages = { ...Object.fromEntries(totals), ...(limit !== undefined && { nextOffset: optional(count) }) };
  const document = object({ ...fieldsOf(tool), ...pages });
  return {
    name,
    description,
    inputSchema: inputSchema(tool, served) as ListedTool['inputSchema'],
    outputSchema: briefSchema(document, served.names.length > 1) as ListedTool['outputSchema'],
    // Without a word a tool reaches outside.
    annotations: { readOnlyHint: true, ...(asks === 'all' && { openWorldHint: false }) },
  };
}

const jsonTypes: Readonly<Partial<Record<Shape['type'], string>>> = {
  ...{ id: 'integer', integer: 'integer', count: 'integer', number: 'number', amount: 'number', flag: 'boolean' },
  object: 'object',
};

/** A schema for reading: what has no type is a text, and what is deeper than the items of a list has no fields. */
function briefSchema(shape: Shape, hasOwners: boolean, depth = 0): JsonSchema {
  if (shape.type === 'list') return { type: 'array', items: briefSchema(shape.item, hasOwners, depth) };
  // `lucky:12`: with several operators an id carries its own.
  const type = shape.type === 'id' && hasOwners ? undefined : jsonTypes[shape.type];
  if (type === undefined) return {};
  if (shape.type !== 'object' || depth > 1) return { type };
  const fields = Object.entries(shape.fields).map(([name, field]) => [name, briefSchema(field, hasOwners, depth + 1)]);
  return { type, properties: Object.fromEntries(fields) as Record<string, JsonSchema> };
}
