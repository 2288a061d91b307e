/** Whether this process may poll and issue: the signal is aborted once it may not. Replaced when it leads again. */
export interface Leadership {
  signal: AbortSignal;
}
