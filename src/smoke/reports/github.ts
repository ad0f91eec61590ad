/** Annotations of GitHub Actions: commands, one a line, of which it shows ten of each level. */
import type { SmokeFinding } from '../findings.ts';
import type { Judged, SmokeRun } from '../run.ts';
import { couldNotCheck, findingText, sourceText, summaryOf } from './wording.ts';

export function githubReport(run: SmokeRun): string {
  const problems = run.results.flatMap((result) => {
    const level = result.verdict === 'fail' ? 'error' : 'warning';
    return result.findings.map((finding) =>
      command(level, `${result.id}: ${result.title}`, problemText(result, finding)),
    );
  });
  const stopped = run.obstacle === undefined ? [] : [command('error', couldNotCheck, run.obstacle)];
  return [...problems, ...stopped, command('notice', 'rental smoke', summaryOf(run))].join('');
}

function problemText(result: Judged, finding: SmokeFinding): string {
  const repeat = finding.request === undefined ? '' : `\n${finding.request}`;
  return `${findingText(finding)} (${sourceText(result)})${repeat}`;
}

/** Escapes text as the runner decodes it. */
function command(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  const escaped = (text: string): string =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return `::${level} title=${escaped(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escaped(message)}\n`;
}
