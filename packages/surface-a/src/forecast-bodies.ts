import { type EpochMs, type ForecastView, forecastRows } from '@loadcast/core';
import { isoOffset, isoUtc, modelText, roundMw } from '@loadcast/formats';

/** Forecast answers as bytes, made once per vintage and view; only `generated_at` is put in each time. */
export interface ForecastBodies {
  body(view: ForecastView, region: string, generatedAt: EpochMs): Uint8Array;
}

const TAIL = '"}}';
const TIME_LENGTH = isoUtc(0).length;

/**
 * @param maxBytes how much is kept; the bodies used least recently go first
 */
export function createForecastBodies(maxBytes = 32 * 1024 * 1024): ForecastBodies {
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;

  function templateOf(view: ForecastView, region: string): Buffer {
    const { issuedAt, availableAt } = view.vintage;
    // Everything that decides the bytes stands in the key, what the plan may see above all.
    const name = `${region} ${issuedAt} ${availableAt} ${view.start} ${view.horizon} ${view.resolution} ${view.entitlement}`;
    const known = kept.get(name);
    const template = known ?? renderTemplate(view, region);
    if (known) kept.delete(name);
    else keptBytes += template.byteLength;
    kept.set(name, template);
    for (const [oldest, bytes] of kept) {
      if (keptBytes <= maxBytes || oldest === name) break;
      kept.delete(oldest);
      keptBytes -= bytes.byteLength;
    }
    return template;
  }

  return {
    body(view, region, generatedAt) {
      const body = Buffer.from(templateOf(view, region));
      body.write(isoUtc(generatedAt), body.byteLength - TAIL.length - TIME_LENGTH, 'latin1');
      return body;
    },
  };
}

/** The whole body, with a time of the right length at the place of `generated_at`, which is the last member. */
function renderTemplate(view: ForecastView, region: string): Buffer {
  const meta = JSON.stringify({
    region,
    horizon: view.horizon,
    resolution: view.resolution,
    count: view.rows,
    issued_at: isoUtc(view.vintage.issuedAt),
    model: modelText(view.vintage.model),
  });
  const points = pointsOf(view).join(',');
  const time = isoUtc(0);
  return Buffer.from(
    `{"status":"success","data":[${points}],"meta":${meta.slice(0, -1)},"generated_at":"${time}${TAIL}`,
  );
}

function pointsOf(view: ForecastView): string[] {
  const { valueMw, bounds } = forecastRows(view);
  return Array.from(valueMw, (value, i) => {
    const point = `{"timestamp":"${isoOffset(view.start + i * view.stepMs)}","value_mw":${roundMw(value)}`;
    const p10 = bounds?.p10Mw[i] ?? Number.NaN;
    const p90 = bounds?.p90Mw[i] ?? Number.NaN;
    return Number.isNaN(p10 + p90) ? `${point}}` : `${point},"p10":${roundMw(p10)},"p90":${roundMw(p90)}}`;
  });
}
