import { addressOf, type Call, callOf, type Wanted } from './wanted.js';

interface SnippetRequest {
  readonly wanted: Wanted;
  /** Address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** Absolute, as a format. */
  url(format?: string): string;
  readonly call: Call;
  /** Columns that hold a time. */
  readonly times: readonly string[];
}

const SHELL = 'Set KEY first: export KEY=lc_live_...';

const curl = (url: string, file: string): string =>
  `curl -sS --fail-with-body -H "Authorization: Bearer $KEY" "${url}" -o ${file}`;

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

const pandas = ({ url, times }: SnippetRequest): string => `import os, pandas as pd
frame = pd.read_csv(
    "${url('csv')}",
    storage_options={"Authorization": f"Bearer {os.environ['KEY']}"},
    parse_dates=[${quoted(times)}],
)
print(frame)`;

const polars = ({ url }: SnippetRequest): string => `import io, os, urllib.request, polars as pl
request = urllib.request.Request(
    "${url('csv')}",
    headers={"Authorization": f"Bearer {os.environ['KEY']}"},
)
frame = pl.read_csv(io.BytesIO(urllib.request.urlopen(request).read()), try_parse_dates=True)
print(frame)`;

const r = ({ url }: SnippetRequest): string => `address <- url(
  "${url('csv')}",
  headers = c(Authorization = paste("Bearer", Sys.getenv("KEY")))
)
frame <- read.csv(address)
frame$time_utc <- as.POSIXct(frame$time_utc, format = "%Y-%m-%dT%H:%M:%SZ", tz = "UTC")
print(frame)`;

const NUMBERS = ['value_mw', 'p10', 'p25', 'p75', 'p90', 'actual_mw', 'operator_mw'];

const powerQuery = ({ baseUrl, call, times }: SnippetRequest): string => `let
  Answer = Web.Contents("${baseUrl}", [
    RelativePath = "v1${call.path}",
    Query = [${call.query.map(([name, value]) => `${name} = "${value}"`).join(', ')}],
    Headers = [Authorization = "Bearer YOUR_KEY"]
  ]),
  Table = Table.PromoteHeaders(Csv.Document(Answer, [Delimiter = ",", Encoding = 65001])),
  Numbers = List.Intersect({{${quoted(NUMBERS)}}, Table.ColumnNames(Table)}),
  Types = List.Transform(Numbers, each {_, type number})${
    times.includes('time_local') ? ' & {{"time_local", type datetime}}' : ''
  },
  Load = Table.TransformColumnTypes(Table, Types, "en-US")
in Load`;

const typescript = ({ url }: SnippetRequest): string => `const answer = await fetch('${url('columns')}', {
  headers: { Authorization: \`Bearer \${process.env['KEY']}\` },
});
if (!answer.ok) throw new Error(await answer.text());
const { data } = (await answer.json()) as { data: Record<string, (string | number | null)[]> };
console.log(data['time_utc'], data['value_mw']);`;

const duckdb = ({ url }: SnippetRequest): string => `${curl(url('csv'), 'load.csv')}
duckdb -c "select max_by(time_utc, value_mw) as peak_hour, max(value_mw) as peak_mw from read_csv('load.csv')"`;

const grafana = ({ url, baseUrl }: SnippetRequest): string => `apiVersion: 1
datasources:
  - name: Loadcast
    type: yesoreyeram-infinity-datasource
    jsonData: { auth_method: bearerToken, allowedHosts: ['${baseUrl}'] }
    secureJsonData: { bearerToken: 'YOUR_KEY' }
# URL of the panel: ${url('json')}`;

interface Tool {
  readonly id: string;
  readonly tool: string;
  readonly steps: string;
  /** How it makes the chosen call. */
  readonly code: (asked: SnippetRequest) => string;
}

const TOOLS: readonly Tool[] = [
  {
    id: 'curl',
    tool: 'curl',
    steps: SHELL,
    code: ({ url, wanted: { format } }) => curl(url(), `load.${format.id === 'columns' ? 'json' : format.id}`),
  },
  {
    id: 'excel',
    tool: 'Excel (Power Query)',
    steps:
      'Data, Get Data, From Other Sources, Blank Query; then Home, Advanced Editor: replace the text with this, insert your key, Done. If Excel asks how to sign in: Anonymous, Connect. Then Close & Load. Refresh All updates the sheet.',
    code: powerQuery,
  },
  { id: 'pandas', tool: 'pandas', steps: SHELL, code: pandas },
  { id: 'polars', tool: 'polars', steps: SHELL, code: polars },
  { id: 'r', tool: 'R', steps: 'Base R. Set KEY to your key first, for example in .Renviron.', code: r },
  {
    id: 'typescript',
    tool: 'TypeScript',
    steps: 'Node 20 or newer, as a module. Set KEY to your key first.',
    code: typescript,
  },
  { id: 'duckdb', tool: 'DuckDB', steps: SHELL, code: duckdb },
  {
    id: 'grafana',
    tool: 'Grafana',
    steps:
      'Save this as a provisioning file of the Infinity data source. Then a panel: Type JSON, Parser Backend, Source URL, Method GET, the URL of the last line, Rows/Root data.',
    code: grafana,
  },
];

/** The same numbers in each tool. */
export function snippetsOf(wanted: Wanted, baseUrl: string) {
  const url = (format?: string): string => `${baseUrl}/v1${addressOf(callOf(wanted, format))}`;
  const hasWallClock = wanted.zone.id !== 'utc';
  const times = ['time_utc', ...(hasWallClock ? ['time_local'] : []), 'issued_at'];
  const asked: SnippetRequest = { wanted, baseUrl, url, call: callOf(wanted, 'csv'), times };
  return TOOLS.map(({ id, tool, steps, code }) => ({ id, tool, steps, code: code(asked) }));
}
