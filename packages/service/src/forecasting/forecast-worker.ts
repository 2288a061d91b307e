import { parentPort } from 'node:worker_threads';
import { openFittedStates } from '@loadcast/storage/fitted-states';
import { answerQuestions } from '../asked-threads/answer-questions.js';
import { SERVICE_ERRORS } from '../asked-threads/carried-errors.js';
import { weatherReader } from '../weather/weather-reader.js';
import { actualsOf } from '../wiring/actuals-source.js';
import { codeVersion } from '../wiring/code-version.js';
import { openStore, type Store } from '../wiring/store.js';
import { configuredForecaster, forecasterFor } from './configured-forecaster.js';
import { type ForecastRunner, openForecastRunner } from './forecast-runner.js';
import { yieldToRequests } from './thread-priority.js';
import type { WorkerQuestion, WorkerStart } from './worker-protocol.js';

/** What a thread forecasts with: it reads the store itself and sends values back. */
interface OpenWorker {
  readonly store: Store;
  readonly runner: ForecastRunner;
}

async function open({ settings, areaIds, keepsFits }: WorkerStart): Promise<OpenWorker> {
  const store = await openStore(settings, { role: 'control' });
  const dataDir = settings.LOADCAST_DATA_DIR; // for any store: a machine reads its fits from files
  const now = Date.now();
  const states = keepsFits ? openFittedStates({ dataDir, version: codeVersion(), now, table: store.fits }) : undefined;
  const areas = store.everyArea();
  const runner = await openForecastRunner(
    forecasterFor(configuredForecaster(settings), await actualsOf(store.meta)),
    store.actuals,
    areaIds.map((id) => areas.byId(id)),
    weatherReader(store.weather, areaIds),
    states,
    store.followAreas,
  );
  return { store, runner };
}

async function answer(question: WorkerQuestion, { store, runner }: OpenWorker): Promise<unknown> {
  if (question.type === 'issue') return runner.issue(question.areaId, question.issuedAt);
  return question.type === 'refresh' ? runner.refresh() : store.close();
}

/** Forecasts of each area that its first readers wait for: the newest, and the gates of tomorrow, today and yesterday. */
const AWAITED_OF_AREA = 4;

/** How many forecasts are awaited: none where the store had one at the start. */
async function countAwaited({ areaIds }: WorkerStart, { vintages }: Store): Promise<number> {
  const newest = await Promise.all(areaIds.map((id) => vintages.newest(id, Date.now())));
  return newest.some(Boolean) ? 0 : areaIds.length * AWAITED_OF_AREA;
}

/**
 * A thread that forecasts for the areas of its first message, whenever that comes.
 *
 * It yields to requests, except while a new store fills: there is no answer yet, and beside busy programs a thread that
 * yields would get hardly any CPU.
 */
let awaited = 0;
let opening: Promise<OpenWorker>;
let before: Promise<unknown>;
parentPort!.once('message', (start: WorkerStart) => {
  opening = open(start);
  before = opening.then(async ({ store }) => {
    awaited = await countAwaited(start, store);
    if (awaited === 0) yieldToRequests();
  });
});
answerQuestions<WorkerQuestion>((question) => {
  const answered = before.then(async () => answer(question, await opening));
  before = answered
    .catch(() => undefined)
    .then(() => {
      if (question.type === 'issue' && --awaited === 0) yieldToRequests();
    });
  return answered;
}, SERVICE_ERRORS);
