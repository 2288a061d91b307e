// Makes the pictures of docs/console.md: node tooling/console-screenshots.mjs BASE [FOLDER], of a gateway that `npm
// start -- --replay` runs, once it has scored four weeks. --check in place of BASE exits with status 1 where the pages were changed since.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(`${root}apps/gateway/package.json`)('playwright-core');
const [base, folder = `${root}docs/console`] = process.argv.slice(2);
if (!base) {
  process.stderr.write('usage: node tooling/console-screenshots.mjs http://127.0.0.1:8080|--check\n');
  process.exit(2);
}
/** Digest of the sources that the pictures show, stored beside them. */
const STAMP = `${folder}/sources.sha256`;
const SOURCES = `${root}apps/console/src`;

/** Charts of pages without a script: no page of the console has them. */
const OF_THE_REPORT = /^(charts\.tsx|charts-door\.ts|charts\/still\/.*|style\/still\.css)$/;

function sourcesDigest() {
  const names = readdirSync(SOURCES, { recursive: true }).filter(
    (name) => /(?<!\.test)\.(ts|tsx|css)$/.test(name) && !OF_THE_REPORT.test(name),
  );
  const hash = createHash('sha256');
  for (const name of names.sort()) hash.update(`${name}\0`).update(readFileSync(`${SOURCES}/${name}`));
  return hash.digest('hex');
}

if (base === '--check') {
  const isCurrent = existsSync(STAMP) && readFileSync(STAMP, 'utf8').trim() === sourcesDigest();
  process.stdout.write(
    isCurrent ? 'The pictures are current.\n' : 'The pages were changed since the pictures were made.\n',
  );
  process.exit(isCurrent ? 0 : 1);
}
/** Each page with a text that is there once it is complete. */
const PAGES = {
  grids: ['/', '.plot'],
  region: ['/r/PJM', '.plot'],
  peaks: ['/r/ERCOT/peaks', '.heat'],
  'time-machine': ['/r/PJM/time', '.plot path.forecast'],
  accuracy: ['/accuracy', '.scores'],
  closer: ['/accuracy?region=PJM', '.heat'],
  withheld: ['/withheld', '.withheld'],
  build: ['/build?region=PJM', '.preview'],
  status: ['/status', '.area'],
  account: ['/account', 'form'],
};
/** A desk in both themes, and a phone. */
const LOOKS = [
  { name: 'light', colorScheme: 'light', width: 1120, height: 860 },
  { name: 'dark', colorScheme: 'dark', width: 1120, height: 860 },
  { name: 'phone', colorScheme: 'dark', width: 320, height: 900 },
];
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync);

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
try {
  for (const { name: look, colorScheme, width, height } of LOOKS) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(150_000);
    const page = await context.newPage();
    for (const [name, [path, whole]] of Object.entries(PAGES)) {
      await page.goto(base + path);
      await page.locator(whole).first().waitFor();
      if (name === 'closer') await page.locator('#closer').evaluate((heading) => heading.scrollIntoView());
      await page.screenshot({ path: `${folder}/${name}-${look}.jpg`, type: 'jpeg', quality: 55 });
    }
    if (look === 'phone') continue;
    // The first picture of the README.
    await page.setViewportSize({ width: 1120, height: 740 });
    await page.goto(`${base}/r/PJM`);
    await page.locator('.plot').first().waitFor();
    await page.screenshot({ path: `${folder}/first-${look}.jpg`, type: 'jpeg', quality: 62 });
    await context.close();
  }
  writeFileSync(STAMP, `${sourcesDigest()}\n`);
} finally {
  await browser.close();
}
