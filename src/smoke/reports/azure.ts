/**
 * Annotations as logging commands of Azure Pipelines, one line each. The result of the step is left to the exit code, so that a
 * job can decide about it.
 */
import type { SmokeRun } from '../run.ts';
import { annotationsOf, type Annotation } from './annotations.ts';

export function azureAnnotations(run: SmokeRun): string {
  return annotationsOf(run)
    .map((annotation) => `${command(annotation)}\n`)
    .join('');
}

function command({ level, title, message }: Annotation): string {
  const text = data(`${title}: ${message}`);
  // Issues are errors or warnings. A section is a line of the log that stands out.
  return level === 'notice' ? `##[section]${text}` : `##vso[task.logissue type=${level};]${text}`;
}

/** Escapes text as the agent decodes it: the percent sign last, so it is escaped first. */
function data(text: string): string {
  return text
    .replaceAll('%', '%AZP25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(';', '%3B')
    .replaceAll(']', '%5D');
}
