/** The program with its operators in memory: what the tests of commands use. */
import { splitShell } from '../../src/base/shell-words.ts';
import type { Service } from '../../src/http/types.ts';
import { configuredEnvironment } from './environment.ts';
import { run, type RunOptions } from './run.ts';
import { plant, type TestService } from './service.ts';

/** A command line as one text, with the quotes of a shell, or as its words. Without `rental`. */
type CommandLine = string | readonly string[];

export type Cli = ReturnType<typeof cli>;

/**
 * Plants the services and configures them as operators. Files stay between the runs of one `cli`.
 *
 * @param services One service is the operator `demo`. Of several, by name, the first one is the default.
 */
export function cli(services: Service | Readonly<Record<string, Service>>) {
  const byName = Object.entries(typeof services === 'function' ? { demo: services } : services);
  const planted: Record<string, TestService> = {};
  for (const [name, service] of byName) planted[name] = plant(service);
  const operators = Object.entries(planted).map(([name, { baseUrl }]) => [name, { baseUrl }]);
  const env = configuredEnvironment({
    default: byName[0]?.[0],
    operators: Object.fromEntries(operators) as unknown,
  });

  const runLine = (line: CommandLine, options: RunOptions = {}) =>
    run(typeof line === 'string' ? splitShell(line) : line, {
      ...options,
      env: { ...env, ...options.env },
    });

  return {
    env,
    /** The address of an operator. */
    baseUrl: (name = byName[0]?.[0] ?? ''): string => planted[name]?.baseUrl ?? '',
    /** Path and query of each request so far, of all operators. */
    requests: (): readonly string[] => Object.values(planted).flatMap(({ requests }) => requests),
    /** In a pipe. Resolves with the exit code and with what both streams got. */
    run: runLine,
    /** The document on stdout. Throws if there is none, with what stderr says. */
    json: async <T = unknown>(line: CommandLine, options: RunOptions = {}): Promise<T> => {
      const words = typeof line === 'string' ? splitShell(line) : line;
      const { stdout, stderr } = await runLine([...words, '--json'], options);
      if (stdout === '') throw new Error(`no document on stdout; stderr says: ${stderr}`);
      return JSON.parse(stdout) as T;
    },
    /** What stdout shows on a terminal, without colour. */
    screen: async (line: CommandLine, columns = 80): Promise<string> => {
      const { stdout } = await runLine(line, { env: { NO_COLOR: '1' }, tty: ['stdout'], columns });
      return stdout;
    },
  };
}
