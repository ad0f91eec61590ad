/** The tools as a client lists them. */
import * as z from 'zod/mini';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Sessions } from './operators.ts';
import { count, list, object, optional, text, type Fields } from '../shape.ts';
import { totalOf } from './documents.ts';
import { count as integer } from './inputs.ts';
import { inputSchema, outputSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** The input of a tool, which page to return, and which operator to ask if there are several. */
export function inputOf(
  { asks, input, pages }: Tool,
  { names, usual }: Pick<Sessions, 'names' | 'usual'>,
): z.ZodMiniObject {
  const page = pages && {
    limit: z._default(integer(1, 100), pages.limit),
    offset: z.optional(integer(0, 1_000_000)),
  };
  const name = names.length > 1 && asks !== 'none' ? z.enum(names as [string, ...string[]]) : undefined;
  const one = name && (usual === undefined ? name : z.optional(name));
  return z.extend(input, {
    ...page,
    ...(name && (asks === 'one' ? { operator: one } : { operators: z.optional(z.array(name)) })),
  });
}

/** The fields of what a tool returns. */
export function fieldsOf({ asks, output }: Tool): Fields {
  return { ...(asks === 'one' && { operator: text }), ...output };
}

export function listTool(tool: Tool, sessions: Pick<Sessions, 'names' | 'usual'>): ListedTool {
  const { name, title, description, asks, pages } = tool;
  // A list that is cut inside another has its total as well, which its name says.
  const totals = Object.fromEntries((pages?.lists ?? []).map((one) => [totalOf(one), optional(count)]));
  const added = { ...totals, notes: optional(list(text)), ...(pages && { nextOffset: optional(count) }) };
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(inputOf(tool, sessions)) as ListedTool['inputSchema'],
    outputSchema: outputSchema(object({ ...fieldsOf(tool), ...added })) as ListedTool['outputSchema'],
    // Without a word a tool reaches outside.
    annotations: { readOnlyHint: true, ...(asks === 'none' && { openWorldHint: false }) },
  };
}
