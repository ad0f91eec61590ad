/** A command line that the user gives in a setting: a pager, or a command to be told. */
import { platform } from 'node:os';

/** Words as the system's shell divides them. Nothing is expanded, and no shell runs. */
export function wordsOf(line: string): string[] {
  // There, a backslash is a part of a path.
  if (platform() === 'win32') return (line.match(/(?:"[^"]*"|[^\s"])+/g) ?? []).map((word) => word.replaceAll('"', ''));
  const words = line.match(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+/gs) ?? [];
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) => {
      return double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? '';
    }),
  );
}
