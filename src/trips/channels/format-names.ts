/** Apart from what makes the messages, because every start of the program reads the flags. */
export const webhookFormats = ['json', 'ntfy', 'slack', 'discord'] as const;
export type WebhookFormat = (typeof webhookFormats)[number];
