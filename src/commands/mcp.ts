import { defineCommand } from '../cli/command.ts';

/** A caller would give up a call that waits longer, ms. */
const longestWaitMs = 25_000;

export default defineCommand({
  name: 'mcp',
  group: 'OPERATE',
  summary: 'serve the planner to an assistant (MCP)',
  purpose:
    'Serves the planner to an assistant over stdin and stdout, in the Model Context Protocol: seven tools, from depots to the booking ' +
    'link. The assistant starts it itself; docs/agents.md has the lines for its configuration. Without a flag, each call can name any ' +
    'configured operator.',
  args: {},
  flags: {},
  examples: [
    { does: 'With sample data, to try it', line: 'rental mcp --sandbox' },
    { does: 'One operator; without a name, all that are configured', line: 'rental mcp --operator lucky' },
  ],
  see: ['operators', 'limits'],
  async run(_, context): Promise<undefined> {
    const { io, settings, config, signal } = context;
    const { operatorsToServe, openSessions } = await import('../mcp/operators.ts');
    const operators = operatorsToServe(settings.operatorChoices, config);
    const { timeout: timeoutMs, retries, refresh, budget } = settings;
    const maxWaitMs = Math.min(settings.maxWait, longestWaitMs);
    const sessions = openSessions(operators, { machine: io, signal, timeoutMs, maxWaitMs, retries, refresh, budget });
    context.atEnd(() => sessions.close());
    // Notices and, with --verbose, requests: stderr is the log of the assistant.
    sessions.listen(context.progress.onEvent);
    const { serve } = await import('../mcp/server.ts');
    await serve({
      input: io.stdin,
      output: io.stdout,
      sessions,
      context,
      signal,
      isSandbox: operators.some(({ sandbox }) => sandbox),
      onTrouble: (error) => context.note(troubleInWords(error)),
    });
    return undefined;
  },
});

/** One line for the log that the assistant keeps of stderr, with the trace. */
function troubleInWords(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return text.replace(/\n\s*/g, ' ');
}
