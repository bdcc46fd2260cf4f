import type { AuditAction, AuditField, Told } from '#contract/http/console/audit'
import type { Trace } from './trace.ts'

/** What happens at the doors: logins, logouts, failures, and what was closed because of them. */
export interface DoorEvent<After = { [Field in AuditField]?: unknown }> {
  action: AuditAction
  /** The account's username; null when there is no such account. Never what was typed: it may be a password. */
  target?: string | null
  targetId?: number | null
  after?: Told<After>
}

/** Writes these events to the audit log. */
export interface Trail {
  /**
   * Resolves when the line is stored. A flood writes the first lines of a minute, and counts the rest in a line at the
   * minute's end. `subject`: whom the event is about, as typed; it is only counted by.
   */
  record(trace: Trace, event: DoorEvent, subject?: string): Promise<void>
  /** Stores what was only counted, and begins a new minute. */
  flush(): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    trail: Trail
  }
}

/** Nobody signed in. */
export const visitorTrace = (address: string | null): Trace => ({
  kind: 'visitor',
  id: null,
  name: 'Visitante',
  address,
})
