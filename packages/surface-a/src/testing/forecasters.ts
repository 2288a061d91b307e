import { areaById, gateInstant, HOUR_MS, localDay } from '@loadcast/core';
import type { ForecasterReader, KnownForecaster, Submitted } from '@loadcast/core/insight';
import { operatingDayWindow } from '@loadcast/core/time';

export const PJM = areaById('pjm');
const ZONE = PJM.marketTimezone;
export const NOW = Date.parse('2026-07-02T18:25:30Z');
/** From then on `fct_shown` is public; before, its account alone sees it. */
export const SHOWN_AT = Date.parse('2026-06-25T00:00Z');
export const WINDOW = 28;

/** `account` is the one that asks. */
const FORECASTERS: readonly KnownForecaster[] = [
  { id: 'fct_own', accountId: 'account', name: 'night model', gates: 'DAM', isPublic: 0 },
  { id: 'fct_public', accountId: 'another', name: 'night model', gates: 'DAM', isPublic: 1 },
  { id: 'fct_private', accountId: 'another', name: 'night model', gates: 'DAM', isPublic: 0 },
  { id: 'fct_shown', accountId: 'another', name: 'night model', gates: 'DAM', isPublic: 1 },
];

/** A run a day for PJM, a minute before the gate, 300 MW above 80,000; the last three days an hour late. */
export const runs: readonly Submitted[] = Array.from({ length: WINDOW }, (_, index) => {
  const { start, end } = operatingDayWindow(ZONE, localDay(ZONE, NOW - (WINDOW - index) * 24 * HOUR_MS));
  const late = index >= WINDOW - 3 ? HOUR_MS : -60_000;
  const hours = Array.from({ length: (end - start) / HOUR_MS }, (_, hour) => ({
    ...{ start: start + hour * HOUR_MS, valueMw: 80_300 },
    ...(hour < 12 ? { p10Mw: 70_000, p90Mw: 95_000 } : { p10Mw: Number.NaN, p90Mw: Number.NaN }),
  }));
  const receivedAt = gateInstant(PJM, 'DAM', localDay(ZONE, start)) + late;
  return { position: index + 1, receivedAt, withdraws: null, hours };
});

export const forecasters: ForecasterReader = {
  async find(id, asOf) {
    const found = FORECASTERS.find((each) => each.id === id);
    return id === 'fct_shown' && asOf < SHOWN_AT ? { ...found!, isPublic: 0 } : found;
  },
  listPublic: async ({ areaId, asOf, most }) => {
    const known = await Promise.all(FORECASTERS.map(({ id }) => forecasters.find(id, asOf)));
    return areaId === 'pjm' ? known.flatMap((one) => (one?.isPublic ? [one] : [])).slice(0, most) : [];
  },
  known: async ({ areaId, asOf, before, most }) =>
    runs
      .filter(({ position, receivedAt }) => areaId === 'pjm' && receivedAt <= asOf && position < before)
      .reverse()
      .slice(0, most),
  received: async ({ areaId, window, asOf, before, most }) =>
    runs
      .filter(({ position, receivedAt }) => areaId === 'pjm' && receivedAt <= asOf && position < before)
      .filter(({ receivedAt }) => receivedAt >= window.start && receivedAt < window.end)
      .reverse()
      .slice(0, most)
      .map(({ hours, ...run }) => ({
        ...{ ...run, startAt: hours[0]!.start, endAt: hours.at(-1)!.start + HOUR_MS },
        ...{ sha256: '0'.repeat(64), link: String(run.position).padStart(64, '0') },
      })),
};
