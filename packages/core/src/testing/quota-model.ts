import type { QuotaCall, QuotaReading } from '../quota/quota-call.js';
import { DAY_MS, type EpochMs, HOUR_MS } from '../time/instant.js';

/**
 * The quota as it is written down, with nothing clever: one counter a name, the retry instant found by trying.
 *
 * Adapters are held against it. It is slow and keeps one subject only.
 */
export class QuotaModel {
  readonly #used = new Map<string, number>();

  charge(call: QuotaCall, now: EpochMs): QuotaReading {
    const fields = fieldsOf(call, now);
    if (!this.#admits(call, now)) return this.#reading(call, now, true);
    for (const field of fields) this.#used.set(field, this.#get(field) + 1);
    if (this.#get(hourField(now)) === 1) this.#prune(now);
    return this.#reading(call, now, false);
  }

  peek(call: QuotaCall, now: EpochMs): QuotaReading {
    return this.#reading(call, now, false);
  }

  refund(call: QuotaCall, chargedAt: EpochMs, now: EpochMs): QuotaReading {
    for (const field of fieldsOf(call, chargedAt)) {
      if (this.#get(field) > 0) this.#used.set(field, this.#get(field) - 1);
    }
    return this.#reading(call, now, false);
  }

  /** The largest count of any hour, day and region-day now kept. */
  peaks(): { hour: number; day: number; regionDay: number } {
    const peak = (kind: string) =>
      Math.max(0, ...[...this.#used].filter(([field]) => field.startsWith(kind)).map(([, used]) => used));
    return { hour: peak('h'), day: peak('d'), regionDay: peak('r') };
  }

  #admits(call: QuotaCall, at: EpochMs): boolean {
    const fits = (field: string, limit: number | null) => limit === null || this.#get(field) + 1 <= limit;
    return (
      fits(hourField(at), call.limits.hour) &&
      fits(dayField(at), call.limits.day) &&
      call.regions.every((region) => fits(regionField(at, region), call.limits.regionDay))
    );
  }

  #reading(call: QuotaCall, now: EpochMs, refused: boolean): QuotaReading {
    const over = (field: string, limit: number | null) => refused && limit !== null && this.#get(field) + 1 > limit;
    return {
      allowed: !refused,
      now,
      hourUsed: this.#get(hourField(now)),
      dayUsed: this.#get(dayField(now)),
      regionUsed: call.regions.map((region) => this.#get(regionField(now, region))),
      hourViolated: over(hourField(now), call.limits.hour),
      dayViolated: over(dayField(now), call.limits.day),
      regionViolated: refused
        ? call.regions.map((region) => over(regionField(now, region), call.limits.regionDay))
        : [],
      retryAt: refused ? this.#firstAdmission(call, now) : 0,
      degraded: false,
    };
  }

  /** Every coming hour is tried in turn. A limit of 0 admits nothing: then it is the next reset of what refused. */
  #firstAdmission(call: QuotaCall, now: EpochMs): EpochMs {
    for (let hour = Math.floor(now / HOUR_MS) + 1; hour < Math.floor(now / HOUR_MS) + 24 * 40; hour += 1) {
      if (this.#admits(call, hour * HOUR_MS)) return hour * HOUR_MS;
    }
    const { day, regionDay } = call.limits;
    const byDay =
      (day !== null && this.#get(dayField(now)) + 1 > day) ||
      (regionDay !== null && call.regions.some((region) => this.#get(regionField(now, region)) + 1 > regionDay));
    const windowMs = byDay ? DAY_MS : HOUR_MS;
    return (Math.floor(now / windowMs) + 1) * windowMs;
  }

  #prune(now: EpochMs): void {
    for (const field of this.#used.keys()) {
      const index = Number(/\d+/.exec(field)?.[0]);
      const oldest = field.startsWith('h') ? Math.floor(now / HOUR_MS) - 1 : Math.floor(now / DAY_MS) - 1;
      if (index < oldest) this.#used.delete(field);
    }
  }

  #get(field: string): number {
    return this.#used.get(field) ?? 0;
  }
}

const hourField = (at: EpochMs) => `h${Math.floor(at / HOUR_MS)}`;
const dayField = (at: EpochMs) => `d${Math.floor(at / DAY_MS)}`;
const regionField = (at: EpochMs, region: string) => `r${Math.floor(at / DAY_MS)}${region}`;

function fieldsOf(call: QuotaCall, at: EpochMs): string[] {
  return [hourField(at), dayField(at), ...call.regions.map((region) => regionField(at, region))];
}
