import type { EventResponse, OperationResponse } from '#contract/http/operations'

/** What happened, told after it was committed. Everything in it can also be fetched: losing one costs a catch-up. */
export type BusMessage =
  | {
      kind: 'recorded'
      supervisorId: number | null
      userId: number
      event: EventResponse
      operation: OperationResponse
    }
  | { kind: 'entitlements_changed'; supervisorId: number }
  | { kind: 'session_ended'; userIds: number[]; message: string }
  | { kind: 'logged_out'; sessionId: string }
  /** Somebody set a setting: every process reads them anew. */
  | { kind: 'settings_changed' }
  /** Everything that this supervisor's operators have recorded is gone. */
  | { kind: 'record_removed'; supervisorId: number }

/** Carries messages to every process of the product, this one included. */
export interface Bus {
  publish(message: BusMessage): void
  /** Returns the way to stop listening. */
  subscribe(listener: (message: BusMessage) => void): () => void
  close(): Promise<void>
}
