/** One measurement of one contender. */
export interface Turn {
  connections: number
  warmUpSeconds: number
  seconds: number
}

export interface Figures {
  /** Stored events. */
  perSecond: number
  /** Milliseconds. */
  p50: number
  p95: number
  p99: number
  max: number
  /** Of one core, spent by the load generator; pgbench does not say. */
  loadCpuPercent?: number
}

export interface Contender {
  name: 'product' | 'pgbench'
  /** Rejects when a press failed or is not on the record. */
  run(turn: Turn): Promise<Figures>
  stop(): Promise<void>
}
