import type { HttpRequest, ReadBody, RequestTrace } from '@loadcast/formats/node';

/** One request of the account API. */
export interface AccountRequest {
  readonly request: HttpRequest;
  /** Of the caller, behind trusted proxies too. */
  readonly address: string;
  readonly readBody: ReadBody;
  /** Receives the account and the outcome, for the access log. */
  readonly trace: RequestTrace;
}
