import { count, megawatts, utcText } from '@loadcast/formats';
import { z } from 'zod';

const state = z.enum(['ok', 'source_late', 'frozen', 'clock_suspect', 'degraded']);
const finding = z.strictObject({ monitor: z.string(), message: z.string() });

export const statusAnswer = z.strictObject({
  status: z.literal('success'),
  data: z.strictObject({
    state: state.describe('`ok` where nothing is wrong with any region or with the service.'),
    service: z.array(finding).describe('Problems of the service itself, not of a region.'),
    areas: z.array(
      z.strictObject({
        region: z.string().describe('Canonical code of the region.'),
        state,
        message: z.string().describe('The state in words.'),
        newest_actual: z
          .strictObject({ time_utc: utcText(), value_mw: megawatts() })
          .nullable()
          .describe('The newest measured hour.'),
        next_expected_at: utcText().nullable().describe('Expected publication of the next hour, by the usual delay.'),
        newest_run: z.strictObject({ issued_at: utcText(), data_cutoff: utcText(), model: z.string() }).nullable(),
        gates_90_days: z.strictObject({
          gates: count('Day-ahead gates since the first forecast, of the last 90 days.'),
          met: count('Gates with a forecast on time.'),
          met_pct: z.number().nullable(),
          missed: z.array(utcText()).describe('Missed gates, newest first.'),
        }),
        findings: z.array(finding).describe('Measurements of the monitors.'),
      }),
    ),
  }),
  meta: z.strictObject({ generated_at: utcText() }),
});
