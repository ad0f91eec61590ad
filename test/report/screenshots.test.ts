// @module-tag chromium
// @module-tag long
/** Makes the pictures of pages for README and manual: `RENTAL_TEST_PICTURES=1 RENTAL_TEST_THOROUGH=1 npm test -- test/report/screenshots.test.ts`. */
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/environment.ts';
import { pathOf } from '../support/needs.ts';
import { asked, fortnight, pageFile } from './support.ts';

const pictures = {
  report: { width: 1240, height: 860 },
  'report-phone': { width: 390, height: 844 },
};

test('pictures of a comparison', async () => {
  // Every version of a browser draws a little different, so the pictures are not compared, and usually not kept.
  const folder = process.env['RENTAL_TEST_PICTURES'] === undefined ? temporaryFolder() : 'docs/images';
  const file = await pageFile(fortnight, 'https://www.example.com');
  const browser = await chromium.launch({ executablePath: pathOf('chromium') ?? 'chromium', args: ['--no-sandbox'] });
  for (const [name, viewport] of Object.entries(pictures)) {
    const page = await browser.newPage({ viewport });
    await page.clock.install({ time: asked });
    await page.goto(`file://${file}`);
    if (name === 'report-phone')
      await page.locator('.calendars').evaluate((one) => one.scrollIntoView({ behavior: 'instant' as never }));
    const picture = await page.screenshot({ path: join(folder, `${name}.png`) });
    expect(picture.length).toBeLessThan(200_000);
  }
  await browser.close();
});
