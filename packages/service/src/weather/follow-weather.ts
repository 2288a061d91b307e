import { setImmediate as othersTurn } from 'node:timers/promises';
import {
  type AreaId,
  type Areas,
  DAY_MS,
  type EpochMs,
  floorToHour,
  MINUTE_MS,
  type WeatherBlock,
  type WeatherSource,
  type WeatherStore,
} from '@loadcast/core';
import { UpstreamError } from '@loadcast/sources/weather';
import { mergeZones } from './merge-zones.js';
import { changeOf, hasForecasts, withReport } from './weather-archive.js';

export interface WeatherSources {
  readonly forecast: WeatherSource;
  /** Past forecasts, to learn from; absent where the provider keeps none. */
  readonly past: WeatherSource | undefined;
  /** The points that stand for an area, in a fixed order. */
  pointsOf(areaId: AreaId): readonly string[];
  /** The attribution to show wherever the data is used; empty when none is required. */
  readonly attribution: string;
}

export interface FollowWeatherDeps {
  areas(): Areas;
  readonly sources: WeatherSources;
  readonly store: WeatherStore;
  /** Called when past forecasts are refused because of the plan of the key, with the reason, or come again: undefined. */
  readonly onHistory?: (refusal: string | undefined) => Promise<void>;
}

const FORECAST_EVERY_MS = 55 * MINUTE_MS;
const AHEAD_MS = 16 * DAY_MS;
/** Interval at which past forecasts are tried again on a plan that lacks them: it may have been upgraded. */
const REFUSED_PLAN_EVERY_MS = DAY_MS;
/** Recent observations are requested again: the newest hours are revised. */
const BEHIND_MS = 3 * DAY_MS;
const HISTORY_MS = 730 * DAY_MS;
const PIECE_MS = 60 * DAY_MS;

/**
 * Keeps the stored weather up: a forecast an hour, and one piece of the past a call, from now backwards, until two years
 * are there.
 *
 * @returns a function to call at every poll; it resolves to whether anything is new
 */
export function followWeather({ areas, sources, store, onHistory = async () => {} }: FollowWeatherDeps) {
  const held = holdWeather({ areas, store, sources });
  let nextForecastAt = Number.NEGATIVE_INFINITY;
  let pieceEnd = Number.POSITIVE_INFINITY;
  let nextPastAt = Number.NEGATIVE_INFINITY;

  return async (now: EpochMs, signal: AbortSignal): Promise<boolean> => {
    await held.readWhatOthersWrote();
    if (now >= nextForecastAt) {
      const window = { start: floorToHour(now - BEHIND_MS), end: floorToHour(now + AHEAD_MS) };
      await held.keep((await sources.forecast.fetch(window, now, signal)).blocks, now);
      nextForecastAt = now + FORECAST_EVERY_MS;
    }
    if (sources.past && now >= nextPastAt) await keepPast(sources.past, now, signal);
    return held.takeNews();
  };

  /** The forecast is good without the past, so a plan that lacks it is no failure of the poll. */
  async function keepPast(past: WeatherSource, now: EpochMs, signal: AbortSignal): Promise<void> {
    try {
      await keepPiece(past, now, signal);
      await onHistory(undefined);
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.fault !== 'refused_plan') throw error;
      nextPastAt = now + REFUSED_PLAN_EVERY_MS;
      await onHistory(error.message);
    }
  }

  async function keepPiece(past: WeatherSource, now: EpochMs, signal: AbortSignal): Promise<void> {
    const oldest = floorToHour(now - HISTORY_MS);
    pieceEnd = Math.min(pieceEnd, floorToHour(now));
    while (pieceEnd > oldest) {
      const piece = { start: Math.max(pieceEnd - PIECE_MS, oldest), end: pieceEnd };
      const isThere = held.hasForecasts(piece);
      if (!isThere) await held.keep((await past.fetch(piece, now, signal)).blocks, now);
      pieceEnd = piece.start;
      if (!isThere) return;
    }
  }
}

/** The stored weather of every area, in memory. */
function holdWeather({ areas, store, sources }: Pick<FollowWeatherDeps, 'areas' | 'store' | 'sources'>) {
  const held = new Map<AreaId, readonly WeatherBlock[]>();
  let version: number | undefined;
  let hasNews = false;
  return {
    /** Another process may have led, and followed the weather, since. */
    async readWhatOthersWrote(): Promise<void> {
      const stored = await store.version();
      if (stored === version) return;
      for (const { id } of areas().list) {
        held.set(id, await store.read([id]));
        await othersTurn();
      }
      version = stored;
    },

    /** Stores what is new, an area at a time, so that requests are answered in between. */
    async keep(blocks: readonly WeatherBlock[], now: EpochMs): Promise<void> {
      for (const { id } of areas().list) {
        const reported = blocks.filter(({ areaId }) => areaId === id);
        const before = held.get(id) ?? [];
        const after = withReport(before, mergeZones(reported, sources.pointsOf(id)), now);
        const change = changeOf(before, after);
        if (change.put.length + change.drop.length === 0) continue;
        await store.write(change);
        held.set(id, after);
        version! += 1;
        hasNews = true;
        await othersTurn();
      }
    },

    /** Whether every area with weather has its forecasts of a piece, and any has. */
    hasForecasts(piece: { readonly start: EpochMs; readonly end: EpochMs }): boolean {
      const followed = [...held.values()].filter(({ length }) => length > 0);
      return followed.length > 0 && followed.every((blocks) => hasForecasts(blocks, piece));
    },

    /** Whether anything was stored since the last call. */
    takeNews(): boolean {
      const had = hasNews;
      hasNews = false;
      return had;
    },
  };
}
