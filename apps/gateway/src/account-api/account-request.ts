import type { HttpRequest } from '@loadcast/formats/node';

/** One request of the account API. */
export interface AccountRequest {
  readonly request: HttpRequest;
  /** Of the caller, behind trusted proxies too. */
  readonly address: string;
  /** Reads the body, if it is not larger. @throws {ServiceError} invalid_parameter */
  readonly readBody: (mostBytes: number) => Promise<Uint8Array>;
}
