import type { Area } from '@loadcast/core';
import { type AnswerFormat, type AuthedRequest, answerFormat } from '@loadcast/formats';
import { type WallClock, zoneOf } from '../parameters/wall-clock.js';

/** How an answer about several areas looks: its format, and whose wall clock its rows have. */
export interface InsightShape {
  readonly format: AnswerFormat;
  /** The zone of the wall-clock column for an area; undefined where there is no such column. */
  zoneFor(area: Area): string | undefined;
  readonly tag: string;
}

export function insightShape(
  { format, tz = 'utc' }: { readonly format?: AnswerFormat | undefined; readonly tz?: WallClock | undefined },
  request: AuthedRequest,
): InsightShape {
  const written = answerFormat(format, request);
  return {
    format: written,
    zoneFor: (area) => zoneOf(tz, area),
    tag: `${written} ${typeof tz === 'string' ? tz : tz.zone}`,
  };
}
