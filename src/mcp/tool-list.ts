/** The tools as a client lists them. */
import * as z from 'zod/mini';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Sessions } from './operators.ts';
import { object, text } from '../shape.ts';
import type { JsonSchema } from '../documents/json-schema.ts';
import { notes } from './documents.ts';
import { inputSchema, outputSchema } from './json-schema.ts';
import type { Tool } from './tool.ts';

/** The input of a tool, and which operator to ask if there are several. */
export function inputOf({ asks, input }: Tool, { names }: Pick<Sessions, 'names'>): z.ZodMiniObject {
  if (names.length < 2 || asks === 'none') return input;
  const name = z.enum(names as [string, ...string[]]);
  return z.extend(input, asks === 'one' ? { operator: z.optional(name) } : { operators: z.optional(z.array(name)) });
}

/** The document of a tool as JSON Schema. */
export function documentOf({ asks, output }: Tool): JsonSchema {
  const common = { ...(asks !== 'none' && { notes }), ...(asks === 'one' && { operator: text }) };
  return outputSchema(object({ ...output, ...common }));
}

export function listTool(tool: Tool, sessions: Pick<Sessions, 'names'>): ListedTool {
  const { name, title, description, asks } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(inputOf(tool, sessions)) as ListedTool['inputSchema'],
    outputSchema: documentOf(tool) as ListedTool['outputSchema'],
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: asks !== 'none' },
  };
}
