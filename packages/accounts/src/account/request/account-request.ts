import type { HttpRequest, ReadBody, RequestTrace } from '@loadcast/formats/node';

/** What a call sent and no step read: parameters of its query, of which there are none, and fields of its body. */
export interface UnreadNames {
  readonly names: string[];
  /** Names that would have been read. */
  readonly known: string[];
}

/** One request of the account API. */
export interface AccountRequest {
  readonly request: HttpRequest;
  /** Address of the caller, read behind trusted proxies too. */
  readonly address: string;
  readonly readBody: ReadBody;
  /** Receives the account and the outcome, for the access log. */
  readonly trace: RequestTrace;
}
