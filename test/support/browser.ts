/** A real browser for the tests of one file. */
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { pathOf } from './needs.ts';

export type Look = Parameters<Browser['newContext']>[0] & { readonly now?: number };

/**
 * Opens a page, and notes what it must not do: requests that it may not send, messages, violations
 * of its policy, exceptions.
 */
export function browserFor(mayAsk: (url: string, page: string) => boolean) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: pathOf('chromium') ?? 'chromium' });
  });
  afterAll(() => browser.close());
  return async (
    url: string,
    { now, ...look }: Look = {},
  ): Promise<{ page: Page; faults: string[] }> => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...look });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const faults: string[] = [];
    page.on(
      'request',
      (request) => void (mayAsk(request.url(), url) || faults.push(request.url())),
    );
    page.on('pageerror', (error) => void faults.push(String(error)));
    page.on('console', (message) => void faults.push(message.text()));
    page.on('dialog', (dialog) => void (faults.push(dialog.message()), dialog.dismiss()));
    if (now !== undefined) await page.clock.install({ time: now });
    await page.goto(url);
    return { page, faults };
  };
}
