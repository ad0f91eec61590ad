/** Annotations as workflow commands of GitHub Actions, one line each. The runner reads them from stdout and stderr of a step. */
import type { SmokeRun } from '../run.ts';
import { annotationsOf, type Annotation } from './annotations.ts';

export function githubAnnotations(run: SmokeRun): string {
  return annotationsOf(run)
    .map((annotation) => `${command(annotation)}\n`)
    .join('');
}

function command({ level, title, message }: Annotation): string {
  const property = data(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${level} title=${property}::${data(message)}`;
}

/** Escapes text as the runner decodes it. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
