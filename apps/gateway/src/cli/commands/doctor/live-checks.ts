import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Areas } from '@loadcast/core';
import { openFeeds } from '@loadcast/service';
import { checkEia, checkFeed, checkNws, checkOpenMeteo, type LiveReport } from '@loadcast/sources/live';
import type { Config } from '../../../config.js';
import { buildCheck, type Check } from './check.js';

/** The upstreams that the settings name, with a few small replies from each. */
async function askUpstreams({ list }: Areas, config: Config, now: number): Promise<LiveReport[]> {
  const { EIA_API_KEY: apiKey, EIA_BASE_URL, SOURCE, WEATHER, NWS_BASE_URL, NWS_USER_AGENT: userAgent } = config;
  const reports: LiveReport[] = [];
  const [place, nextPlace] = list.flatMap(({ points }) => points);
  const places = [place!, nextPlace!];
  if (apiKey !== undefined && (SOURCE === undefined || SOURCE === 'eia')) {
    const series = list.map((area) => area.series);
    reports.push(await checkEia({ apiKey, baseUrl: EIA_BASE_URL, series, now }));
  }
  if (WEATHER === 'open-meteo') {
    const { OPEN_METEO_API_KEY, OPEN_METEO_BASE_URL: baseUrl } = config;
    reports.push(await checkOpenMeteo({ apiKey: OPEN_METEO_API_KEY, baseUrl, places, now }));
  }
  if (WEATHER === 'nws' && userAgent !== undefined) {
    reports.push(await checkNws({ baseUrl: NWS_BASE_URL, userAgent, place: place!, now }));
  }
  for (const { feed } of openFeeds(config)) {
    const key = feed.key === undefined ? undefined : config.PJM_API_KEY;
    reports.push(await checkFeed({ feed, key, now }));
  }
  return reports;
}

/**
 * What the upstreams answer now, compared with what the sources take for granted.
 *
 * @param record where their answers are kept, keys cut out; by default only when something differs
 */
export async function liveChecks(
  areas: Areas,
  config: Config,
  now: number,
  record: string | undefined,
): Promise<Check[]> {
  const reports = await askUpstreams(areas, config, now);
  const checks = reports.flatMap((report) => report.checks);
  if (checks.length === 0) return [buildCheck('live', true, 'no upstream is configured')];
  const differs = checks.some(({ ok }) => !ok);
  const file =
    record ?? (differs ? `loadcast-live-${new Date(now).toISOString().replaceAll(':', '')}.json` : undefined);
  const lines = checks.map(({ upstream, name, expected, ok, difference }) => {
    const remedy = `The answers are in ${file}: compare them with the provider’s pages, and report them to us with the file.`;
    const message = ok ? expected : `${difference}; expected: ${expected}`;
    return buildCheck(`live ${upstream} ${name}`, ok, message, remedy);
  });
  if (file === undefined) return lines;
  const exchanges = reports.flatMap((report) => report.exchanges);
  const kept = { askedAt: new Date(now).toISOString(), exchanges };
  writeFileSync(resolve(file), `${JSON.stringify(kept, undefined, 2)}\n`, { mode: 0o600 });
  return [...lines, buildCheck('live record', true, `${exchanges.length} answers, keys cut out: ${resolve(file)}`)];
}
