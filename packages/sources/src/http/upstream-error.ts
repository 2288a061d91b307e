/**
 * Why an upstream could not be used. `refused_key`: the key is of no use. `refused_plan`: the plan of the key does not
 * hold the service. `forbidden`: a firewall or a limit refused the request, independent of the key.
 */
export type UpstreamFault =
  | 'timeout'
  | 'network'
  | 'rate_limited'
  | 'refused_key'
  | 'refused_plan'
  | 'forbidden'
  | 'status'
  | 'redirect'
  | 'too_large'
  | 'content_type'
  | 'malformed'
  | 'unexpected'
  | 'moving';

/**
 * An upstream failed, or sent impossible data. The message may be logged: it names the upstream and the fault, never an
 * address, a key, or bytes of the reply (an upstream may echo the key).
 */
export class UpstreamError extends Error {
  readonly upstream: string;
  readonly fault: UpstreamFault;
  readonly status: number | undefined;

  constructor(upstream: string, fault: UpstreamFault, what: string, status?: number) {
    super(`${upstream}: ${what}`);
    this.name = 'UpstreamError';
    this.upstream = upstream;
    this.fault = fault;
    this.status = status;
  }
}
