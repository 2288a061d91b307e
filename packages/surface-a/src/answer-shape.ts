import type { Area } from '@loadcast/core';
import {
  ANSWER_FORMATS,
  type AnswerFormat,
  type AuthedRequest,
  answerFormat,
  instantParameter,
  oneOf,
} from '@loadcast/formats';
import { type WallClock, wallClockParameter, zoneOf } from './parameters/wall-clock.js';

/** Parameters that decide how an answer looks, the same on every endpoint with rows. */
export const shapeParameters = {
  format: oneOf(ANSWER_FORMATS).optional(),
  tz: wallClockParameter().optional(),
};

/** `as_of` with them. */
export const readParameters = { as_of: instantParameter('iso').optional(), ...shapeParameters };

/** How an answer looks: its format, and the zone of its wall-clock column where it has one. */
export function shapeOf(
  query: { readonly format?: AnswerFormat | undefined; readonly tz?: WallClock | undefined },
  request: AuthedRequest,
  area: Area,
) {
  return { format: answerFormat(query.format, request), zone: zoneOf(query.tz ?? 'utc', area) };
}
