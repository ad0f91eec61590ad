/** The manual, of which the help shows sections as they are, but for links and pictures. Loaded only for a topic. */
import { bundledFile } from '../../bundled-files.ts';

/** The heading, of any level, and what is below it, up to the next heading of that level or above; empty if there is none. */
export function sectionOf(heading: string): string {
  const guide = bundledFile('docs/guide.md').toString();
  const marks = new RegExp(`^(#+) ${heading}$`, 'm').exec(guide);
  if (marks === null) return '';
  const [line, { length: level }] = [marks[0], marks[1] ?? ''];
  const rest = guide.slice(marks.index + line.length);
  const end = rest.search(new RegExp(`^#{1,${level}} `, 'm'));
  const section = `${line}${end < 0 ? rest : rest.slice(0, end)}`;
  // A link to another page leads nowhere in a terminal.
  const words = section.replace(/^!\[.*\n\n?/gm, '').replace(/\[([^\]\n]+)\]\([\w#./-]+\)/g, '$1');
  return words.trimEnd();
}
