import type { EpochMs } from '@loadcast/core';
import { endpoint, isoUtc, json, modelText, noEffect, oneOf, roundMw, routesOf, type Surface } from '@loadcast/formats';
import { etagOf } from '@loadcast/formats/node';
import { z } from 'zod';
import { gateCounts } from './gates-met.js';
import { type AreaStatus, readStatus, type Status, type StatusDeps } from './read-status.js';
import { statusAnswer } from './status-answer.js';
import { ATOM_TYPE, SHORT_LIFE, StateTimes, statusFeed } from './status-atom.js';

interface StatusRouteDeps {
  readonly times: StateTimes;
  statusAt(now: EpochMs): Promise<Status>;
}

const statusEndpoint = endpoint({
  path: '',
  name: 'getStatus',
  title: 'The status of every region, in words',
  notes: [
    '`state` of a region is `ok`, `source_late`, `frozen` (the source repeats one value), `clock_suspect` (reported load looks off by an hour) or `degraded`; `findings` are what the monitors measured. `gates_90_days` counts the day-ahead gates that had a forecast made for them.',
    '`format=atom`, or `Accept: application/atom+xml`: a feed with an entry for each state and each missed gate.',
  ],
  access: 'public',
  conditional: true,
  query: z.object({ format: oneOf(['json', 'atom']).optional(), as_of: noEffect('the status is always current') }),
  answers: [
    { type: 'application/json', schema: statusAnswer },
    { type: ATOM_TYPE, text: '`format=atom`: a feed.' },
  ],
  examples: ['', 'format=atom'],
  async prepare({ times, statusAt }: StatusRouteDeps, { format }, { headers, receivedAt, baseUrl }) {
    const isAtom = format ? format === 'atom' : (headers.get('accept') ?? '').includes(ATOM_TYPE);
    const status = await statusAt(receivedAt);
    const data = statusJson(status);
    return {
      regions: [],
      etag: etagOf('status', isAtom, JSON.stringify(data)),
      reply: () =>
        isAtom
          ? statusFeed(status, times, baseUrl)
          : json(200, { status: 'success', data, meta: { generated_at: isoUtc(status.at) } }, SHORT_LIFE),
    };
  },
});

/** A status this old is read again: callers without a key must not make the stores work. */
const KEPT_MS = 10_000;

/** `GET /v1/status`, without a key. */
export function createStatus(deps: StatusDeps): Surface {
  const counts = gateCounts(deps.vintages);
  const times = new StateTimes();
  let kept: { readonly at: EpochMs; readonly status: Promise<Status> } | undefined;

  function statusAt(now: EpochMs): Promise<Status> {
    if (kept && now >= kept.at && now - kept.at < KEPT_MS) return kept.status;
    const status = readStatus(deps, counts, now);
    kept = { at: now, status };
    status.catch(() => {
      kept = undefined;
    });
    return status;
  }

  return { id: 'a', ...routesOf([statusEndpoint], { times, statusAt }), dialect: () => 'json' };
}

/** Shares known once a gate has passed have two decimals. */
const percent = (part: number, whole: number): number | null => (whole === 0 ? null : roundMw((100 * part) / whole));

function statusJson({ state, areas, service }: Status): object {
  return {
    state,
    service: service.map(({ monitor, words }) => ({ monitor, message: words })),
    areas: areas.map(areaJson),
  };
}

function areaJson({ area, state, words, actual, expectedAt, run, gates, findings }: AreaStatus): object {
  return {
    region: area.code,
    state,
    message: words,
    newest_actual: actual ? { time_utc: isoUtc(actual.start), value_mw: roundMw(actual.valueMw) } : null,
    next_expected_at: expectedAt === undefined ? null : isoUtc(expectedAt),
    newest_run: run
      ? { issued_at: isoUtc(run.issuedAt), data_cutoff: isoUtc(run.dataCutoff), model: modelText(run.model) }
      : null,
    gates_90_days: {
      gates: gates.gates,
      met: gates.met,
      met_pct: percent(gates.met, gates.gates),
      missed: gates.missed.map(isoUtc),
    },
    findings: findings.map(({ monitor, message }) => ({ monitor, message })),
  };
}
