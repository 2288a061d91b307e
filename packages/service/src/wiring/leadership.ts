/** The leadership of the process that polls and issues, of all that share a store. */
export const FORECASTER = 'forecaster';

/** Whether this process may poll and issue: the signal is aborted once it may not. Replaced when it leads again. */
export interface Leadership {
  signal: AbortSignal;
}
