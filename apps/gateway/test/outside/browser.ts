import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

/** Whether this machine has a browser to test with: Debian's package `chromium`. */
export const hasBrowser = CHROMIUM !== undefined;

/** What a page did that it must not do: errors of scripts, refusals of the content security policy, calls of other origins. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: readonly string[];
  /** Addresses of all requests of the page, in order, except those inside the document. */
  readonly requests: readonly string[];
}

export interface TestBrowser {
  /** A page of its own, with no memory of others. */
  open(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Closes every page that is open: each holds an event stream, of which an address may have four. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

/** A condition that has not come about by then never will, on a machine ten times slower too. */
const LONGEST_WAIT_MS = 150_000;

/** Names ending in `.lan` are this machine, and to the browser no secure place: as a server on a local network is. */
const LOCAL_NAMES = '--host-resolver-rules=MAP *.lan 127.0.0.1';

/**
 * Starts a browser that contacts only the page's own host.
 *
 * @param own options of each page that is opened, where it is given no others
 */
export async function startBrowser(own: () => BrowserContextOptions = () => ({})): Promise<TestBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'loadcast-browser-'));
  const quiet = ['quic', 'background-networking', 'component-update', 'sync', 'gpu', 'dev-shm-usage'];
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? '',
    args: ['--no-first-run', '--no-sandbox', LOCAL_NAMES, ...quiet.map((name) => `--disable-${name}`)],
    env: { ...process.env, HOME: profile, XDG_CONFIG_HOME: profile, XDG_CACHE_HOME: profile },
  });
  const contexts: BrowserContext[] = [];
  const closePages = async (): Promise<void> => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  };
  return {
    async open(options = {}) {
      const context = await browser.newContext({ reducedMotion: 'reduce', ...own(), ...options });
      contexts.push(context);
      context.setDefaultTimeout(LONGEST_WAIT_MS);
      const page = await context.newPage();
      const faults: string[] = [];
      const requests: string[] = [];
      page.on('pageerror', (error) => void faults.push(`error: ${error.message}`));
      page.on('console', (message) => {
        if (/Content.Security.Policy|Refused to/i.test(message.text())) faults.push(message.text());
      });
      page.on('request', (request) => {
        if (!request.url().startsWith('data:')) requests.push(request.url());
      });
      return { page, faults, requests };
    },
    closePages,
    async close() {
      await closePages();
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds against WCAG 2.2 AA and its own best practices: rule, and the elements.
 *
 * @param tags rules with one of these alone; none: all rules
 */
export async function axeFindings(page: Page, tags: readonly string[] = []): Promise<readonly string[]> {
  // axe is loaded through the debugger's protocol, which no content security policy bars.
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>;
      };
    };
    // A tag includes rules of level AAA, which are off otherwise.
    const rules = { 'color-contrast-enhanced': { enabled: false } };
    const { violations } = await axe.run(runOnly.length > 0 ? { runOnly, rules } : {});
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }, tags);
}
