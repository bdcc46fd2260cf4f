/** A line of the log, for who runs the product. `task`: a route or a job; null: one of those in progress, or none of them. */
export const blockedLine = ({ milliseconds, task }: { milliseconds: number; task: string | null }): string =>
  `El hilo estuvo ocupado ${milliseconds.toLocaleString('es-MX')} ms${task === null ? '' : ` con ${task}`} y no atendió a nadie más. Vea «Event loop» en docs/operations.md.`
