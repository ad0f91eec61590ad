/**
 * What `rental help <topic>` explains: one line for the list of topics, and the heading of the
 * section of docs/guide.md.
 */
export const topics = {
  names: { summary: 'depots, vehicles, extras', heading: 'Names' },
  dates: { summary: 'dates and ranges', heading: 'Dates' },
  operators: { summary: 'which service is used', heading: 'Choose the operator' },
  output: { summary: 'formats, fields, colour', heading: 'Output' },
  limits: { summary: 'waits, request budget', heading: 'Waiting and limits' },
  environment: { summary: 'variables and settings', heading: 'Settings' },
  'exit-codes': { summary: 'what scripts can test', heading: 'Exit codes and errors' },
  // Made from the flags.
  flags: { summary: 'flags of every command' },
} as const;

export type TopicName = keyof typeof topics;

export const topicNames = Object.keys(topics) as readonly TopicName[];
