import type { readWithheld } from '@loadcast/core/insight';

/** Hours of one series, `[from, to)`, and why the screen withholds all of them; `true load`: it withholds none. */
export interface RealEvent {
  readonly event: string;
  readonly series: string;
  readonly from: string;
  readonly to: string;
  readonly verdict: Awaited<ReturnType<typeof readWithheld>>[number]['reason'] | 'true load';
}

const event = (name: string, from: string, to: string, series: string): RealEvent[] =>
  series.split(' ').map((id) => ({ event: name, series: id, from, to, verdict: 'true load' }));

const fault = (name: string, series: string, from: string, to: string, verdict: RealEvent['verdict']): RealEvent => ({
  event: name,
  series,
  from,
  to,
  verdict,
});

/** What happened, and what EIA-930 says of it. */
export const REAL_EVENTS: readonly RealEvent[] = [
  ...event('load shed in Texas', '2021-02-15T00Z', '2021-02-16T00Z', 'ERCO ERCO-NCEN ERCO-SOUT ERCO-WEST'),
  ...event('the cold wave beyond Texas', '2021-02-14T00Z', '2021-02-18T00Z', 'MISO SWPP EPE SWPP-OKGE'),
  ...event('restoration in Texas', '2021-02-16T00Z', '2021-02-21T00Z', 'ERCO ERCO-COAS ERCO-EAST ERCO-SOUT'),
  ...event('heat dome of the Northwest', '2021-06-24T00Z', '2021-07-02T00Z', 'BPAT PSEI PGE AVA PACW IPCO SCL'),
  ...event('rotating outages in California', '2020-08-14T00Z', '2020-08-20T00Z', 'CISO CISO-PGAE CISO-SCE CISO-SDGE'),
  ...event('Labor Day heat in California', '2022-09-04T00Z', '2022-09-10T00Z', 'CISO CISO-PGAE CISO-SCE CISO-SDGE'),
  ...event('hurricane Laura', '2020-08-26T00Z', '2020-08-31T00Z', 'MISO ERCO MISO-8910'),
  ...event('hurricane Ida', '2021-08-28T00Z', '2021-09-03T00Z', 'MISO MISO-8910 SOCO'),
  ...event('hurricane Ian', '2022-09-27T00Z', '2022-10-02T00Z', 'FPL FPC TEC JEA'),
  ...event('winter storm Elliott', '2022-12-22T00Z', '2022-12-27T00Z', 'PJM TVA DUK CPLE ERCO ISNE NYIS'),
  ...event('derecho of Iowa', '2020-08-10T00Z', '2020-08-13T00Z', 'MISO MISO-0035 PJM-CE'),
  fault('frozen feed', 'SWPP', '2021-08-17T15Z', '2021-08-20T05Z', 'frozen'),
  fault('frozen feed with steps', 'SWPP', '2021-08-22T12Z', '2021-08-25T05Z', 'frozen'),
  fault('frozen feed of a sub-area', 'CISO-PGAE', '2019-02-26T23Z', '2019-03-18T18Z', 'frozen'),
  fault('zero feed', 'NYIS', '2017-07-10T22Z', '2017-07-10T23Z', 'zero'),
  fault('doubled hour', 'PJM', '2020-09-03T20Z', '2020-09-03T21Z', 'jump'),
  fault('hour counted three times', 'PJM', '2020-04-10T03Z', '2020-04-10T04Z', 'spike'),
  fault('a part missing in the sum for four hours', 'CISO', '2019-02-14T21Z', '2019-02-15T01Z', 'jump'),
  fault('billions of MW', 'PJM', '2021-10-19T02Z', '2021-10-19T05Z', 'spike'),
  fault('unit slip', 'SWPP', '2023-06-13T01Z', '2023-06-13T02Z', 'unit_slip'),
  fault('straight line', 'PJM', '2023-08-15T04Z', '2023-08-15T13Z', 'review'),
];
