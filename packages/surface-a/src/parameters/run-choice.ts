import { GATE_TIME_OF_DAY_MS, gateLeadDays, HOUR_MS, MARKET_RUNS, MINUTE_MS, type RunChoice } from '@loadcast/core';
import { textParameter } from '@loadcast/formats';
import type * as z from 'zod';

const LONGEST_LEAD_HOURS = 360;
const MOST_DAYS_BEFORE = 15;
const GATE_WORDS = `one of ${MARKET_RUNS.map((run) => run.toLowerCase()).join(', ')}, or days before the operating day and a market time, as in -1d@10:00 (at most -${MOST_DAYS_BEFORE}d)`;

/** `gate`: which run counts for an operating day. A market run by name is its gate. */
export function gateParameter(): z.ZodType<RunChoice, string> {
  const schema = textParameter((given) => {
    const text = given.trim();
    const run = MARKET_RUNS.find((each) => each === text.toUpperCase());
    if (run) return { kind: 'gate', daysBefore: gateLeadDays(run), timeOfDayMs: GATE_TIME_OF_DAY_MS } as const;
    const [, days, hour, minute] = /^-(\d{1,2})d@([01]\d|2[0-3]):([0-5]\d)$/i.exec(text) ?? [];
    const daysBefore = Number(days ?? Number.NaN);
    if (daysBefore <= MOST_DAYS_BEFORE) {
      return { kind: 'gate', daysBefore, timeOfDayMs: Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS } as const;
    }
    return { expected: GATE_WORDS };
  });
  const runs = MARKET_RUNS.map((run) => run.toLowerCase()).join('|');
  return schema.meta({ pattern: `^(${runs}|-[0-9]{1,2}d@[0-9]{2}:[0-9]{2})$`, examples: ['dam', '-1d@10:00'] });
}

/** `lead`: which run counts for an hour, by how long before it began the run was available. */
export function leadParameter(): z.ZodType<RunChoice, string> {
  const schema = textParameter((text) => {
    const hours = Number(/^([1-9]\d{0,2})h$/i.exec(text.trim())?.[1] ?? Number.NaN);
    if (hours <= LONGEST_LEAD_HOURS) return { kind: 'lead', leadMs: hours * HOUR_MS } as const;
    return { expected: `1h to ${LONGEST_LEAD_HOURS}h` };
  });
  return schema.meta({ pattern: '^[1-9][0-9]{0,2}h$', examples: ['48h'] });
}
