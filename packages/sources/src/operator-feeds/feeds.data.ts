import type { AreaId } from '@loadcast/core';
import type { ParseFeed } from './feed.js';
import { parseDemand, parseSevenDay } from './parse/caiso.js';
import { parseSupplyDemand } from './parse/ercot.js';
import { parseWsclient } from './parse/isone.js';
import { parseDfAl, parseRealTimeTotalLoad } from './parse/miso.js';
import { parseIsolf, parsePal } from './parse/nyiso.js';
import { parseInstLoad, parseSevenDayForecast } from './parse/pjm.js';
import { parseMtlf } from './parse/spp.js';

export type FeedPart = 'load' | 'forecast';

export interface Feed {
  /** Unique: `GRID.FEED`, as it is named in logs, in the archive and in settings. */
  readonly id: string;
  readonly areaId: AreaId;
  /** `{YYYYMMDD}`, `{YYYYMMDD+1}` (of tomorrow) and the like are filled in on the feed's clock. */
  readonly url: string;
  /** The clock of its labels: IANA name, or `EST`. */
  readonly zone: string;
  /** How late the newest value is, minutes after its interval. */
  readonly lateMinutes: number;
  /** Interval of publication, and shortest interval of requests. */
  readonly everyMinutes: number;
  /** The setting that holds its key; none is needed without it. */
  readonly key?: 'PJM_API_KEY';
  /** The parts that are read: whole hours of observed load, forecasts of several days. */
  readonly follows: readonly FeedPart[];
  /** Where the operator keeps past files; absent: nowhere, or only with a key. */
  readonly past?: PastFiles;
  /** Its query is sent as a form (POST). */
  readonly isForm?: true;
  readonly parse: ParseFeed;
}

/** Files of past days: one a day, or zips of a month. */
export interface PastFiles {
  /** Is filled in like the feed's own, for the hour `hour` of a day on the feed's clock. */
  readonly url: string;
  readonly hour: number;
  /** Hours after the midnight that its day begins with at which a file surely was public; one in a zip was when it was written. */
  readonly publicAfterHours: number;
}

const NYISO = { areaId: 'nyiso', zone: 'America/New_York' } as const;
const CAISO = { areaId: 'caiso', zone: 'America/Los_Angeles' } as const;
const ERCOT = { areaId: 'ercot', zone: 'America/Chicago' } as const;
const MISO = { areaId: 'miso', zone: 'EST' } as const;
const SPP = { areaId: 'spp', zone: 'America/Chicago' } as const;
const ISONE = { areaId: 'isone', zone: 'America/New_York' } as const;
const PJM = { areaId: 'pjm', zone: 'America/New_York', key: 'PJM_API_KEY' } as const;

const MISO_DF_AL = 'https://docs.misoenergy.org/marketreports/{YYYYMMDD}_df_al.xls';
const NYISO_ISOLF = 'https://mis.nyiso.com/public/csv/isolf';
const SPP_MTLF =
  'https://portal.spp.org/file-browser-api/download/mtlf-vs-actual?path=/{YYYY}/{MM}/{DD}/OP-MTLF-{YYYYMMDDHH}00.csv';
const PJM_API = 'https://api.pjm.com/api/v1';
/** What the pages of ISO-NE send to be shown load and forecast of a day. */
const WSCLIENT_FORM = [
  '_nstmp_requestType=systemload&_nstmp_startDate={MM}/{DD}/{YYYY}&_nstmp_endDate={MM}/{DD}/{YYYY}',
  '_nstmp_forecast=true&_nstmp_actual=true&_nstmp_cleared=false&_nstmp_inclPumpLoad=true&_nstmp_inclBtmPv=true',
].join('&');

/** Every feed. Rows of one grid: load first, then forecasts. */
export const FEEDS: readonly Feed[] = [
  {
    ...CAISO,
    id: 'caiso.demand',
    follows: ['load'],
    url: 'https://www.caiso.com/outlook/current/demand.csv',
    lateMinutes: 10,
    everyMinutes: 5,
    parse: parseDemand,
  },
  {
    ...CAISO,
    id: 'caiso.seven-day',
    follows: ['forecast'],
    url: 'https://www.caiso.com/outlook/current/rtm_forecast_7day.csv',
    past: {
      url: 'https://www.caiso.com/outlook/history/{YYYYMMDD}/rtm_forecast_7day.csv',
      hour: 0,
      publicAfterHours: 24,
    },
    lateMinutes: 10,
    everyMinutes: 60,
    parse: parseSevenDay,
  },
  {
    ...ERCOT,
    id: 'ercot.supply-demand',
    follows: ['load', 'forecast'],
    url: 'https://www.ercot.com/api/1/services/read/dashboards/supply-demand.json',
    lateMinutes: 5,
    everyMinutes: 5,
    parse: parseSupplyDemand,
  },
  {
    ...MISO,
    id: 'miso.real-time',
    follows: ['load'],
    url: 'https://public-api.misoenergy.org/api/RealTimeTotalLoad',
    lateMinutes: 5,
    everyMinutes: 5,
    parse: parseRealTimeTotalLoad,
  },
  {
    ...MISO,
    id: 'miso.df-al',
    follows: ['forecast'],
    url: MISO_DF_AL,
    past: { url: MISO_DF_AL, hour: 0, publicAfterHours: 12 },
    lateMinutes: 1440,
    everyMinutes: 60,
    parse: parseDfAl,
  },
  {
    ...NYISO,
    id: 'nyiso.pal',
    follows: ['load'],
    url: 'https://mis.nyiso.com/public/csv/pal/{YYYYMMDD}pal.csv',
    lateMinutes: 5,
    everyMinutes: 5,
    parse: parsePal,
  },
  {
    ...NYISO,
    id: 'nyiso.isolf',
    follows: ['forecast'],
    url: `${NYISO_ISOLF}/{YYYYMMDD+1}isolf.csv`,
    past: { url: `${NYISO_ISOLF}/{YYYY}{MM}01isolf_csv.zip`, hour: 0, publicAfterHours: 0 },
    lateMinutes: 60,
    everyMinutes: 30,
    parse: parseIsolf,
  },
  {
    ...SPP,
    id: 'spp.mtlf',
    follows: ['load', 'forecast'],
    url: SPP_MTLF,
    past: { url: SPP_MTLF, hour: 9, publicAfterHours: 10 },
    lateMinutes: 60,
    everyMinutes: 60,
    parse: parseMtlf,
  },
  {
    ...ISONE,
    id: 'isone.wsclient',
    follows: ['load', 'forecast'],
    isForm: true,
    url: `https://www.iso-ne.com/ws/wsclient?${WSCLIENT_FORM}`,
    lateMinutes: 5,
    everyMinutes: 5,
    parse: parseWsclient,
  },
  {
    ...PJM,
    id: 'pjm.inst-load',
    follows: ['load'],
    url: `${PJM_API}/inst_load?download=true&startRow=1&rowCount=400&area=PJM%20RTO&sort=datetime_beginning_utc&order=Desc`,
    lateMinutes: 5,
    everyMinutes: 5,
    parse: parseInstLoad,
  },
  {
    ...PJM,
    id: 'pjm.seven-day',
    follows: ['forecast'],
    url: `${PJM_API}/load_frcstd_7_day?download=true&startRow=1&forecast_area=RTO_COMBINED`,
    lateMinutes: 5,
    everyMinutes: 30,
    parse: parseSevenDayForecast,
  },
];

/** Load that a grid has ever had, MW, with room on both sides: kilowatts and gigawatts are outside. */
export const BELIEVABLE_MW: Readonly<Partial<Record<AreaId, readonly [least: number, most: number]>>> = {
  caiso: [8_000, 75_000],
  ercot: [15_000, 130_000],
  isone: [3_500, 40_000],
  miso: [25_000, 190_000],
  nyiso: [7_000, 50_000],
  pjm: [35_000, 240_000],
  spp: [12_000, 90_000],
};
