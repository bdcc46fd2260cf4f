import { decide, decideStart } from '#domain/operation/decide'
import { evolve, isActive } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'
import type { Answer, SentTime, Truth } from '#domain/outbox/delivery'
import type { KnownOperation } from '#domain/outbox/entry'

interface Stored {
  eventId: string
  key: string
  eventType: EventType
  at: number
}

/** One press as a phone sends it. `key` is null until the server has answered the start. */
export interface Sent extends SentTime {
  eventId: string
  key: string | null
  eventType: EventType
  operationType: OperationType
  containerNumber: string
}

/** Decides and stores as the product does: idempotent by eventId first, then by the workflow. */
export class Server {
  events: Stored[] = []
  operations = new Map<string, KnownOperation>()
  /** Active operations after each event: what a process that is behind may still answer. */
  past: KnownOperation[] = []

  truth = (key: string): Truth | null => {
    const operation = this.operations.get(key)
    return operation ? { operation, active: isActive(operation) } : null
  }

  active(): KnownOperation | null {
    return [...this.operations.values()].find(isActive) ?? null
  }

  process(sent: Sent, now: number): Answer {
    const stored = this.events.find(({ eventId }) => eventId === sent.eventId)
    if (stored) {
      return {
        kind: 'recorded',
        at: stored.at,
        truth: sent.eventType === 'start_trip' ? this.truth(stored.key) : null,
      }
    }
    return sent.eventType === 'start_trip' ? this.start(sent, now) : this.move(sent, now)
  }

  private start(sent: Sent, now: number): Answer {
    const { operationType, containerNumber, occurredAt, clockOffsetMs } = sent
    const active = this.active()
    if (active) {
      return {
        kind: 'conflict',
        code: 'active_operation',
        sentence: '',
        truth: { operation: active, active: true },
      }
    }
    const key = `${containerNumber}_${this.operations.size}`
    const { event } = decideStart({ operationType, now, occurredAt, clockOffsetMs, ...this.previousEnd() })
    this.put({ key, containerNumber, ...evolve(null, event) })
    const at = event.occurredAt
    this.events.push({ eventId: sent.eventId, key, eventType: 'start_trip', at })
    return { kind: 'recorded', at, truth: this.truth(key) }
  }

  private move(sent: Sent, now: number): Answer {
    const { key, eventType, occurredAt, clockOffsetMs } = sent
    const before = key === null ? undefined : this.operations.get(key)
    if (!before) return { kind: 'refused', code: 'unknown_operation', sentence: '' }
    const decision = decide(before, { eventType, now, occurredAt, clockOffsetMs })
    if (!decision.ok)
      return { kind: 'conflict', code: 'not_next', sentence: '', truth: this.truth(before.key) }
    this.put({ ...before, ...evolve(before, decision.event) })
    this.events.push({ eventId: sent.eventId, key: before.key, eventType, at: decision.event.occurredAt })
    return { kind: 'recorded', at: decision.event.occurredAt, truth: null }
  }

  private previousEnd() {
    const previous = [...this.operations.values()].at(-1)
    return previous ? { previousEndAt: previous.newestEventAt } : {}
  }

  private put(operation: KnownOperation): void {
    this.operations.set(operation.key, operation)
    if (isActive(operation)) this.past.push(operation)
  }

  /** The answer of a process that is a few messages behind; it never answers 'none' from memory. */
  lagging(by: number): KnownOperation | null {
    return this.past.at(-1 - by) ?? this.active()
  }
}
