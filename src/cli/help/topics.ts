/** What `rental help <topic>` explains. The texts are sections of the manual; that of `flags` is made from the flags. */

interface Topic {
  /** One line for the list of topics. */
  readonly summary: string;
  /** The heading in docs/guide.md; undefined for what is not there. */
  readonly heading?: string;
}

export const topics = {
  names: { summary: 'depots, vehicles, extras', heading: 'Names' },
  dates: { summary: 'dates and ranges', heading: 'Dates' },
  operators: { summary: 'which service is asked', heading: 'Choose the operator' },
  output: { summary: 'formats, fields, colour', heading: 'Output' },
  limits: { summary: 'waits, request budget', heading: 'Waiting and limits' },
  environment: { summary: 'variables and settings', heading: 'Settings' },
  'exit-codes': { summary: 'what scripts can test', heading: 'Exit codes and errors' },
  flags: { summary: 'flags of every command' },
} as const satisfies Readonly<Record<string, Topic>>;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as readonly TopicName[];

export function isTopic(name: string): name is TopicName {
  return Object.hasOwn(topics, name);
}
