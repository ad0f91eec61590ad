/** The sections of the manual, which are the topics of the help and the descriptions in the manual pages. */
import guide from '../../../docs/guide.md?raw';
import { readMarkdown, type Block } from './markdown.ts';
import { topicNames, topics, type TopicName } from './topics.ts';

/** The content under a heading of any level, up to the next heading of that level or above; undefined if there is none. */
export function sectionOf(heading: string): readonly Block[] | undefined {
  const blocks = readMarkdown(guide);
  const start = blocks.findIndex((block) => block.kind === 'heading' && plainHeading(block) === heading);
  const first = blocks[start];
  if (first?.kind !== 'heading') return undefined;
  const rest = blocks.slice(start + 1);
  const end = rest.findIndex((block) => block.kind === 'heading' && block.level <= first.level);
  return end < 0 ? rest : rest.slice(0, end);
}

/** What the manual says about a command; several commands can share a section. */
export function commandSection(name: string): readonly Block[] | undefined {
  const headings = readMarkdown(guide).flatMap((block) => (block.kind === 'heading' ? [plainHeading(block)] : []));
  const heading = headings.find((one) => one.split(', ').includes(name));
  return heading === undefined ? undefined : sectionOf(heading);
}

export function topicSection(name: TopicName): readonly Block[] {
  const topic = topics[name];
  return ('heading' in topic ? sectionOf(topic.heading) : undefined) ?? [];
}

/** The topic that a link of the manual leads to. */
export function topicAt(target: string): TopicName | undefined {
  const anchorOf = (heading: string): string => `#${heading.toLowerCase().replaceAll(' ', '-')}`;
  return topicNames.find((name) => {
    const topic = topics[name];
    return 'heading' in topic && anchorOf(topic.heading) === target;
  });
}

function plainHeading({ text }: Block & { kind: 'heading' }): string {
  return text.map((piece) => piece.text).join('');
}
