import { defineCommand, type Command } from '../cli/command.ts';

/** A function, because `commands/index.ts` imports this file before its list exists. */
export default (commands: () => readonly Command[]): Command =>
  defineCommand({
    name: 'mcp',
    group: 'OPERATE',
    summary: 'serve the planner to an assistant (MCP)',
    purpose:
      'Serves the planner to an assistant over stdin and stdout, in the Model Context Protocol: seven tools, from depots to the booking ' +
      'link. The assistant starts it itself; docs/agents.md has the lines for its configuration. Without a flag, each call can name any ' +
      'configured operator.',
    args: {},
    flags: {},
    document: undefined,
    examples: [
      { does: 'With sample data, to try it', line: 'rental mcp --sandbox' },
      {
        does: 'One operator; without a name, all that are configured',
        line: 'rental mcp --operator lucky',
      },
    ],
    see: ['operators', 'limits'],
    async run(_, context): Promise<undefined> {
      const { operatorsToServe, openSessions } = await import('../mcp/operators.ts');
      const { serve } = await import('../mcp/server.ts');
      const { toolsOf } = await import('../mcp/tools/index.ts');
      const sessions = openSessions(operatorsToServe(context), context);
      await serve(sessions, toolsOf(commands())).finally(sessions.close);
      return undefined;
    },
  });
