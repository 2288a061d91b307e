import { HOUR_MS } from '@loadcast/core';

/** What a plan may see of an answer: all of it, all but p10 and p90, or a refusal. */
export type Sight = 'whole' | 'without bounds' | 'refused';

/** A request that small and large plans are not answered alike, or a plain one between them. */
export interface Wall {
  readonly path: string;
  readonly free: Sight;
  readonly paid: Sight;
  /** Whether a whole answer has p10 and p90. */
  readonly hasBounds: boolean;
}

const iso = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const stamp = (hours: number) => `${iso(hours).slice(0, 13).replaceAll('-', '')}:00-0000`;
const range = (from: number, to: number) => `startdatetime=${stamp(from)}&enddatetime=${stamp(to)}`;

const REPORT_FORMATS = ['', '&resultformat=5', '&resultformat=6'];
/** Ways to write an answer of surface A; one that is not built yet is the default. */
const FORMATS = ['', '&format=columns', '&format=csv', '&format=ndjson', '&format=xlsx', '&format=arrow'];

const bounded = (path: string): Wall => ({ path, free: 'without bounds', paid: 'whole', hasBounds: true });
const refused = (path: string): Wall => ({ path, free: 'refused', paid: 'whole', hasBounds: false });
const refusedToAll = (path: string): Wall => ({ path, free: 'refused', paid: 'refused', hasBounds: false });
const same = (path: string): Wall => ({ path, free: 'whole', paid: 'whole', hasBounds: false });

/** Every request of surface A's plans, in every format. A new path is a row. */
export const WALLS: readonly Wall[] = [
  ...['PJM', 'ERCO', 'caiso'].flatMap((region) =>
    ['1d', '2d'].flatMap((horizon) =>
      FORMATS.map((format) => bounded(`/v1/demand/forecast?region=${region}&horizon=${horizon}${format}`)),
    ),
  ),
  ...FORMATS.flatMap((format) => [
    { ...refused(`/v1/demand/forecast?region=MISO&horizon=7d${format}`), hasBounds: true },
    { ...refused(`/v1/demand/forecast?region=MISO&resolution=15min${format}`), hasBounds: true },
    same(`/v1/demand/history?region=PJM&start=${iso(-20)}&end=${iso(-4)}${format}`),
    refused(`/v1/demand/history?region=PJM&start=${iso(-80)}&end=${iso(-60)}${format}`),
  ]),
  ...FORMATS.map((format) => bounded(`/v1/demand/snapshot?region=all${format}`)),
  ...FORMATS.flatMap((format) => [
    bounded(`/v1/demand/compare?region=PJM,VEA${format}`),
    { ...refused(`/v1/demand/compare?region=PJM&start=${iso(-80)}&end=${iso(-60)}${format}`), hasBounds: true },
  ]),
  ...FORMATS.map((format) => refused(`/v1/demand/scores?region=PJM${format}`)),
  ...FORMATS.map((format) => refused(`/v1/demand/revisions?region=PJM&start=${iso(-80)}&end=${iso(-60)}${format}`)),
  ...FORMATS.map((format) => refused(`/v1/withheld?region=PJM&start=${iso(-80)}&end=${iso(-60)}${format}`)),
  ...FORMATS.map((format) => refused(`/v1/demand/runs?region=PJM&start=${iso(-80)}&end=${iso(-60)}${format}`)),
  ...FORMATS.flatMap((format) => [
    refused(`/v1/demand/drivers?region=PJM${format}`),
    refused(`/v1/demand/scenarios?region=PJM&n=2${format}`),
    { ...refused(`/v1/demand/forecast?region=PJM&include=drivers${format}`), hasBounds: true },
    bounded(`/v1/demand/peaks?region=PJM${format}`),
  ]),
  ...FORMATS.flatMap((format) =>
    [
      { read: 'forecast?region=PJM', hasBounds: true },
      { read: 'forecast?region=PJM&include=operator', hasBounds: true },
      { read: 'snapshot?region=PJM', hasBounds: true },
      { read: 'latest?region=PJM', hasBounds: false },
      // Where it says how its digest is made it names them; only JSON says so.
      { read: 'runs/PJM-newest/proof?tz=utc', hasBounds: ['', '&format=columns'].includes(format) },
    ].map(({ read, hasBounds }) => ({ ...refused(`/v1/demand/${read}&as_of=${iso(-30)}${format}`), hasBounds })),
  ),
  refusedToAll(`/v1/demand/accuracy?region=PJM&window=366`),
  refusedToAll(`/v1/demand/accuracy?region=PJM&as_of=${iso(-366 * 24)}&window=366`),
  same('/v1/demand/latest?region=SPP'),
  same('/v1/demand/accuracy?region=NYISO'),
  ...REPORT_FORMATS.flatMap((format) => [
    same(`/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=ISNE&${range(-6, 6)}${format}`),
    refused(`/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=ISNE&${range(-80, -60)}${format}`),
    refused(
      `/v1/oasis?queryname=SLD_FCST&market_run_id=DAM&tac_area_name=ISNE&as_of=${iso(-30)}&${range(-36, -30)}${format}`,
    ),
    refused(`/v1/oasis?queryname=SLD_FCST&market_run_id=7DA&tac_area_name=ISNE&${range(60, 72)}${format}`),
    same(`/v1/oasis?queryname=SLD_ACTUAL&tac_area_name=SWPP&${range(-20, -4)}${format}`),
    refused(`/v1/oasis?queryname=SLD_ACTUAL&tac_area_name=SWPP&${range(-80, -60)}${format}`),
  ]),
];
