import type { EpochMs } from '@loadcast/core';
import { type ForecasterReader, type KnownForecaster, visibleTo } from '@loadcast/core/insight';
import { type AuthedRequest, refused } from '@loadcast/formats';
import * as z from 'zod';

export interface ForecasterDeps {
  /** Absent: nobody hands in forecasts here. */
  readonly forecasters?: ForecasterReader | undefined;
}

/** The parameter `forecaster`. Answers that have it are for the asking account alone. */
const id = z.string().trim().min(1, 'an id').max(40, 'an id');
export const forecasterParameter = id.meta({ examples: ['fct_9hZk2LQmT4vXc7Rb'] }).optional();

/** All that everyone sees. */
export const PUBLIC = 'public';

export const isPersonal = ({ forecaster }: { readonly forecaster?: string | undefined }): boolean =>
  forecaster !== undefined && forecaster !== PUBLIC;

/**
 * The forecaster with an id as it was known at an instant, if the caller may see it: it was public then, or is of the
 * caller's account.
 *
 * @throws {ServiceError} `invalid_parameter`, the same for one that is not there and for one that is private
 */
export async function visibleForecaster(
  { forecasters }: ForecasterDeps,
  id: string,
  asOf: EpochMs,
  { principal }: Pick<AuthedRequest, 'principal'>,
): Promise<KnownForecaster> {
  const found = forecasters && (await visibleTo(principal.accountId, forecasters, id, asOf));
  if (found) return found;
  throw refused('forecaster', 'the id of a public forecaster, or of one of your account');
}
