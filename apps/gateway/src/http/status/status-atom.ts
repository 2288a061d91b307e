import type { EpochMs } from '@loadcast/core';
import { escapeXml, isoUtc, type Reply } from '@loadcast/formats';
import type { AreaStatus, Status } from './read-status.js';

export const ATOM_TYPE = 'application/atom+xml';

export const SHORT_LIFE = { 'cache-control': 'public, max-age=10', vary: 'Accept, Accept-Encoding' };

/** When each area entered its state, as this process has observed it. */
export class StateTimes {
  readonly #since = new Map<string, { readonly state: string; readonly at: EpochMs }>();

  /** @returns epoch ms of the first of the looks in a row that found the state */
  since({ area, state }: AreaStatus, now: EpochMs): EpochMs {
    const known = this.#since.get(area.code);
    if (known?.state === state) return known.at;
    this.#since.set(area.code, { state, at: now });
    return now;
  }
}

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly at: EpochMs;
}

/** A feed: an entry for each area and state, and one for each gate of 90 days that was missed, newest first. */
export function statusFeed(status: Status, times: StateTimes, baseUrl: string): Reply {
  const self = `${baseUrl}/v1/status`;
  const states = status.areas.map((each): Entry => {
    const at = times.since(each, status.at);
    const id = `${self}#${each.area.code}-${each.state}-${isoUtc(at)}`;
    return { id, title: `${each.area.code}: ${each.state}`, text: each.words, at };
  });
  const missed = status.areas.flatMap(({ area: { code }, gates }) =>
    gates.missed.map((gate): Entry => {
      const title = `${code}: no forecast was made for a gate`;
      return { id: `${self}#${code}-gate-${isoUtc(gate)}`, title, text: `The gate of ${isoUtc(gate)}.`, at: gate };
    }),
  );
  const entries = [...states, ...missed].sort((a, b) => b.at - a.at);
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${escapeXml(self)}</id>
<title>Loadcast: status</title>
<author><name>Loadcast</name></author>
<link rel="self" href="${escapeXml(`${self}?format=atom`)}"/>
<updated>${isoUtc(entries[0]?.at ?? status.at)}</updated>
${entries.map(entryXml).join('\n')}
</feed>
`;
  return { status: 200, headers: { 'content-type': `${ATOM_TYPE}; charset=utf-8`, ...SHORT_LIFE }, body };
}

function entryXml({ id, title, text, at }: Entry): string {
  return `<entry><id>${escapeXml(id)}</id><title>${escapeXml(title)}</title><updated>${isoUtc(at)}</updated><content type="text">${escapeXml(text)}</content></entry>`;
}
