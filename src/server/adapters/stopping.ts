/** Work of minutes, which ends between two pieces when the process stops: as if it had been killed, and it is done again later. */
export interface Stoppable {
  /** Aborted when the process stops. */
  stopping?: AbortSignal | undefined
}
