import { findPlan, ServiceError, type SurfaceId } from '@loadcast/core';
import { plansOf } from '@loadcast/core/quota';

/**
 * The plan that a word names, or null for `none`.
 *
 * @param parameter the name that the error carries
 * @throws {ServiceError} invalid_parameter, listing the plans of the surface
 */
export function choosePlan(surface: SurfaceId, word: string, parameter: string): string | null {
  const id = word.trim().toLowerCase();
  if (id === 'none') return null;
  const plan = findPlan(surface, id);
  if (plan) return plan.id;
  const expected = ['none', ...plansOf(surface).map((row) => row.id)].join(', ');
  throw new ServiceError('invalid_parameter', `${parameter}: one of ${expected}`, { parameter, expected });
}
