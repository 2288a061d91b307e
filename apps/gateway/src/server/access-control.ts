import type { AreaId, EpochMs, ServiceError, SurfaceId } from '@loadcast/core';
import type { Principal, SurfaceRequest } from '@loadcast/formats';

/** What became of a request's price. The headers tell the caller where they stand, admitted or refused. */
export type Charge =
  | {
      readonly admitted: true;
      readonly headers: Readonly<Record<string, string>>;
      /** Takes the charge back: the answer turned out to be our failure, not theirs. */
      refund(): void | Promise<void>;
    }
  | {
      readonly admitted: false;
      readonly headers: Readonly<Record<string, string>>;
      readonly refusal: ServiceError<'rate_limited'>;
    };

/** Who may come in, and how often. */
export interface AccessControl {
  /** @throws {ServiceError} unauthorized, invalid_key, unavailable */
  authenticate(request: SurfaceRequest, surface: SurfaceId): Principal | Promise<Principal>;
  /** Charges one request: to hour and day, and to each region. All or nothing. */
  charge(principal: Principal, regions: readonly AreaId[], at: EpochMs): Charge | Promise<Charge>;
  /** Charges a request without a key to its address. */
  chargeAnonymous(request: SurfaceRequest): Charge | Promise<Charge>;
  /** Where a caller stands, charging nothing. */
  standing(
    principal: Principal,
    at: EpochMs,
  ): Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
}
