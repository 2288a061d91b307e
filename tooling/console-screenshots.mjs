// Makes the pictures of docs/console.md: node tooling/console-screenshots.mjs BASE, of a gateway that `npm start` runs.
import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(`${root}apps/gateway/package.json`)('playwright-core');
const [base] = process.argv.slice(2);
if (!base) {
  process.stderr.write('usage: node tooling/console-screenshots.mjs http://127.0.0.1:8080\n');
  process.exit(2);
}
const PAGES = {
  grids: '/',
  region: '/r/PJM',
  'time-machine': '/r/PJM/time',
  accuracy: '/accuracy',
  account: '/account',
};
const FOLDER = `${root}docs/console`;
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
try {
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1120, height: 800 } });
    context.setDefaultTimeout(150_000);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PAGES)) {
      await page.goto(base + path);
      await page.locator('.plot, .scores, form').first().waitFor();
      await page.screenshot({ path: `${FOLDER}/${name}-${colorScheme}.jpg`, type: 'jpeg', quality: 62 });
    }
    await context.close();
  }
} finally {
  await browser.close();
}
