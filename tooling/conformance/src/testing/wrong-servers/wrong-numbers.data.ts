import { answering, asking, body, both, csv, rows, type WrongServer, xml, zippedRows } from './wrong-server.js';

const START = 0;
const RUN = 6;
const AREA = 7;
const MW = 11;

/** Each row says what the row before it said, in each area. */
function anHourLate(cells: string[][], area: number, value: number): string[][] {
  const said = cells.map((row) => row[value]!);
  return cells.map((row, i) => {
    const isFirst = i === 0 || cells[i - 1]![area] !== row[area];
    return row.with(value, isFirst ? row[value]! : said[i - 1]!);
  });
}

interface Point {
  timestamp: string;
  value_mw: number;
  p10?: number;
  p90?: number;
}

const hoursLater = (text: string, hours: number): string =>
  new Date(Date.parse(text) + hours * 3_600_000).toISOString().replace('.000Z', '+00:00');

const percentLow = (cells: string[][]) => cells.map((row) => row.with(MW, (0.99 * Number(row[MW])).toFixed(1)));

const ERCO = /region=ERCO(?!T)/;

/** A window of up to 40 days, cut to the newest 31. */
function atMost31Days(path: string): string {
  const [start, end] = [...path.matchAll(/datetime=(\d{4})(\d\d)(\d\d)T(\d\d:\d\d)-0000/g)].map(
    ([, year, month, day, time]) => Date.parse(`${year}-${month}-${day}T${time}Z`),
  );
  const days = (end! - start!) / 86_400_000;
  const cut = new Date(end! - 31 * 86_400_000).toISOString().slice(0, 16).replaceAll('-', '');
  return days > 31 && days <= 40 ? path.replace(/startdatetime=[^&]*/, `startdatetime=${cut}-0000`) : path;
}

const LOAD_REPORTS = /queryname=SLD_(FCST&|ACTUAL)/;

/** Hours, sizes and areas. */
export const WRONG_LOADS: readonly WrongServer[] = [
  {
    name: 'every forecast of A is an hour late',
    noticedBy: "/v1/demand/forecast as_of the DAM gate is what /oasis says of PJM's DAM",
    serve: body('/v1/demand/forecast', ({ data }: { data: Point[] }) => {
      const values = data.map(({ value_mw }) => value_mw);
      data.forEach((point, i) => {
        point.value_mw = values[Math.max(0, i - 1)]!;
      });
    }),
  },
  {
    name: 'every number of B is an hour late',
    noticedBy: 'the load of PJM is the same on /v1/demand/history, SLD_ACTUAL and SingleZip',
    serve: rows(LOAD_REPORTS, (cells) => anHourLate(cells, AREA, MW)),
  },
  {
    name: 'every forecast of B is an hour late',
    noticedBy: 'the DAM forecast of PJM fits its load best at lag 0 over 21 days, or nearly so',
    serve: rows(/queryname=SLD_FCST&/, (cells) => anHourLate(cells, AREA, MW)),
  },
  {
    name: 'every forecast of C is an hour late',
    noticedBy: 'the DAM forecast of PGE fits its load best at lag 0 over 21 days, or nearly so',
    serve: rows(/\/forecast\/v1\/demand/, (cells) => anHourLate(cells, 2, 4)),
  },
  {
    name: 'every time of A is an hour late',
    noticedBy: '/v1/demand/forecast of PJM begins at the first full hour after now',
    serve: body('/v1/demand/forecast', ({ data }: { data: Point[] }) => {
      for (const point of data) point.timestamp = hoursLater(point.timestamp, 1);
    }),
  },
  {
    name: 'local times of the East are called UTC on B',
    noticedBy: 'the load of PJM falls most from an hour between 17 and 23',
    serve: rows(LOAD_REPORTS, (cells) => cells.map((row) => row.with(START, hoursLater(row[START]!, -5)))),
  },
  {
    name: 'kW are called MW',
    noticedBy: 'a week of PJM lies between 64000 and 150000 MW, measured and forecast',
    serve: rows(LOAD_REPORTS, (cells) => cells.map((row) => row.with(MW, String(1000 * Number(row[MW]))))),
  },
  {
    name: 'forecasts of A are in GW',
    noticedBy: 'a fortnight ahead on /v1/demand/forecast is of the size of the load',
    serve: body('/v1/demand/forecast', ({ data }: { data: Point[] }) => {
      for (const point of data) point.value_mw /= 1000;
    }),
  },
  {
    name: 'New England has the load and the forecasts of New York',
    noticedBy: 'no two areas have the same load',
    serve: rows(LOAD_REPORTS, (cells) => {
      const newYork = cells.filter((row) => row[AREA] === 'NYIS').map((row) => row.with(AREA, 'ISNE'));
      return [...cells.filter((row) => row[AREA] !== 'ISNE'), ...newYork];
    }),
  },
  {
    name: 'A answers for MISO when asked for PJM',
    noticedBy: 'the load of PJM is the same on /v1/demand/history, SLD_ACTUAL and SingleZip',
    serve: asking((path) => path.replace('region=PJM', 'region=MISO')),
  },
  {
    name: 'SCE and SDGE are exchanged on C',
    noticedBy: "the DAM forecast of SCE is nearer to its own load than to any other's",
    serve: asking((path) =>
      path.replace(/tac_area=(SCE|SDGE)/, (_, code: string) => `tac_area=${code === 'SCE' ? 'SDGE' : 'SCE'}`),
    ),
  },
  {
    name: 'SingleZip counts the load of PG&E twice',
    noticedBy: 'the four utilities are most of California, and no more',
    serve: zippedRows(/tac_area_name=PGE-TAC/, (cells) =>
      cells.map((row) => row.with(MW, String(2 * Number(row[MW])))),
    ),
  },
  {
    name: 'SingleZip answers for PG&E when asked for Valley Electric',
    noticedBy: 'a week of VEA lies between 35 and 250 MW, measured and forecast',
    serve: asking((path) => path.replace('tac_area_name=VEA-TAC', 'tac_area_name=PGE-TAC')),
  },
  {
    name: 'DAM is what 2DA said',
    noticedBy: "/v1/demand/forecast as_of the DAM gate is what /oasis says of ERCOT's DAM",
    serve: asking((path) =>
      path.replace('queryname=SLD_FCST&market_run_id=DAM', 'queryname=SLD_FCST&market_run_id=2DA'),
    ),
  },
  {
    name: '15DA is what 7DA said',
    noticedBy: "/v1/demand/forecast as_of the 15DA gate is what /oasis says of MISO's 15DA",
    serve: asking((path) => path.replace('market_run_id=15DA', 'market_run_id=7DA')),
  },
  {
    name: 'RTM is missing',
    noticedBy: '/forecast/v1/demand RTM of PGE has the hours of DAM, from newer forecasts',
    serve: asking((path) =>
      path.includes('=RTM') ? path.replace(/T\d\d:\d\d-0000/g, 'T00:00-0000').replaceAll('=20', '=19') : path,
    ),
  },
  {
    name: 'RTM is DAM',
    noticedBy: '/forecast/v1/demand RTM of SCE has the hours of DAM, from newer forecasts',
    serve: both(
      csv((text, path) => (path.includes('=RTM') ? text.replaceAll(',DAM,', ',RTM,') : text)),
      asking((path) => path.replace('market_run_id=RTM', 'market_run_id=DAM')),
    ),
  },
  {
    name: 'the latest load is of the hour before',
    noticedBy: '/v1/demand/latest of PJM: the actual is the last of history and of SLD_ACTUAL',
    serve: body('/v1/demand/latest', ({ data }) => {
      data.actual.timestamp = hoursLater(data.actual.timestamp, -1).replace('+00:00', 'Z');
    }),
  },
  {
    name: 'the latest forecast is of another run',
    noticedBy: '/v1/demand/latest of PJM: the forecast is the first hour of /v1/demand/forecast',
    serve: body('/v1/demand/latest', ({ data }) => {
      data.forecast.value_mw += 12.5;
    }),
  },
  {
    name: 'the East lives on Central time',
    noticedBy: '/v1/regions lists the seven with their names, clocks and aliases',
    serve: body('/v1/regions', ({ data }: { data: { timezone: string }[] }) => {
      for (const row of data) row.timezone = row.timezone.replace('New_York', 'Chicago');
    }),
  },
  {
    name: 'San Diego belongs to Edison',
    noticedBy: '/forecast/v1/tac-areas lists the four with their utilities, territories and runs',
    serve: body('/forecast/v1/tac-areas', (parsed) => {
      parsed.tac_areas[2].utility = 'Southern California Edison';
    }),
  },
  {
    name: 'MISO lives on Chicago time on B',
    noticedBy: '/oasis SLD_FCST tac_area_name=MISO',
    serve: rows(/queryname=SLD_FCST&/, (cells) =>
      cells.map((row) => (row[AREA] === 'MISO' && row[RUN] === 'DAM' ? row.with(4, String(Number(row[4]) - 1)) : row)),
    ),
  },
  {
    name: 'the second 1:00 of autumn is hour 2 in XML alone',
    noticedBy: '/oasis SLD_ACTUAL of CISO on the last day of 25 hours',
    serve: xml((text) => text.replaceAll('<INTERVAL_NUM>25<', '<INTERVAL_NUM>2<')),
  },
  {
    name: 'the second 1:00 of autumn is missing in XML alone',
    noticedBy: '/oasis SLD_ACTUAL of NYIS on the last day of 25 hours',
    serve: xml((text) =>
      text.replaceAll(/<REPORT_DATA>\n(?:(?!<REPORT_DATA>)[\s\S])*?<INTERVAL_NUM>25<[\s\S]*?<\/REPORT_DATA>\n/g, ''),
    ),
  },
  {
    name: 'the quarters of an hour are all its mean',
    noticedBy: '/v1/demand/forecast of PJM: quarters average to their hour, and follow the load within it',
    serve: body('/v1/demand/forecast?region=PJM&resolution=15min', ({ data }: { data: Point[] }) => {
      const values = data.map(({ value_mw }) => value_mw);
      data.forEach((point, i) => {
        const first = i - (i % 4);
        point.value_mw = values.slice(first, first + 4).reduce((sum, mw) => sum + mw / 4, 0);
      });
    }),
  },
  {
    name: 'ERCO leads to SPP',
    noticedBy: '/v1/demand/forecast and /history region=ERCO is ERCOT',
    serve: both(
      body('/v1/demand/', ({ meta }, path) => {
        if (ERCO.test(path)) meta.region = 'ERCOT';
      }),
      asking((path) => path.replace(ERCO, 'region=SPP')),
    ),
  },
  {
    name: '/v1/oasis is 1 % low',
    noticedBy: '/v1/oasis DAM says what /oasis says',
    serve: rows(/^\/v1\/oasis\?queryname=SLD_(FCST&|ACTUAL)/, percentLow),
  },
  {
    name: 'forecasts of SingleZip are 1 % low',
    noticedBy: '/oasisapi/SingleZip DAM says of every grid what /oasis says',
    serve: zippedRows(/market_run_id=(?!ACTUAL)/, percentLow),
  },
  {
    name: '2DA of C is DAM',
    noticedBy: '/forecast/v1/demand 2DA of PGE is another forecast than DAM',
    serve: both(
      csv((text, path) => (path.includes('=2DA') ? text.replaceAll(',DAM,', ',2DA,') : text)),
      asking((path) => path.replace(/^(\/forecast.*market_run_id=)2DA/, '$1DAM')),
    ),
  },
  {
    name: 'the loads of the autumn day are an hour late in JSON alone',
    noticedBy: '/oasis SLD_ACTUAL of ERCO on the last day of 25 hours',
    serve: body('/oasis?queryname=SLD_ACTUAL', ({ data }: { data: { opr_hr: number; mw: number }[] }) => {
      const loads = data.map(({ mw }) => mw);
      if (data.some(({ opr_hr }) => opr_hr === 25))
        data.forEach((row, i) => {
          row.mw = loads[Math.max(0, i - 1)]!;
        });
    }),
  },
  {
    name: 'history of A is in kW in CSV alone',
    noticedBy: '/v1/demand/history?region=PJM says in CSV, NDJSON and columns what it says in JSON',
    serve: rows(/^\/v1\/demand\/history/, (cells) => cells.map((row) => row.with(2, String(1000 * Number(row[2]))))),
  },
  {
    name: 'CSV of forecasts has an hour less',
    noticedBy: '/v1/demand/forecast?horizon=2d&region=SPP says in CSV, NDJSON and columns what it says in JSON',
    serve: rows(/^\/v1\/demand\/forecast/, (cells) => cells.slice(1)),
  },
  {
    name: 'a fortnight of New York is that of New England',
    noticedBy: '/v1/demand/forecast of NYISO: every horizon is the beginning of the longest',
    serve: asking((path) => path.replace('region=NYISO&horizon=15d', 'region=ISONE&horizon=15d')),
  },
  {
    name: 'the quarters of New England are its hours four times',
    noticedBy: '/v1/demand/forecast of ISONE: quarters average to their hour, and follow the load within it',
    serve: body('/v1/demand/forecast?region=ISONE&resolution=15min', ({ data }: { data: Point[] }) => {
      const values = data.map(({ value_mw }) => value_mw);
      data.forEach((point, i) => {
        const first = i - (i % 4);
        point.value_mw = values.slice(first, first + 4).reduce((sum, mw) => sum + mw / 4, 0);
      });
    }),
  },
  {
    name: 'there is no leap day',
    noticedBy: '/oasis SLD_ACTUAL has the last 29 February if it has the days around it',
    serve: answering((answer, path) => (/startdatetime=\d{4}0229/.test(path) ? { ...answer, status: 404 } : answer)),
  },
  ...['/oasis', '/v1/oasis'].map((path) => ({
    name: `SLD_ACTUAL of ${path} takes 40 days`,
    noticedBy: `${path}: 40 days of ACTUAL are refused`,
    serve: asking((asked) => (asked.startsWith(`${path}?queryname=SLD_ACTUAL&`) ? atMost31Days(asked) : asked)),
  })),
];
