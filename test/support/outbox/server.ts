import { decide, decideStart } from '#domain/operation/decide'
import { replay } from '#domain/operation/replay'
import { evolve, isActive } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'
import type { Answer, SentTime, Truth } from '#domain/outbox/delivery'
import type { KnownOperation } from '#domain/outbox/entry'

interface Stored {
  position: number
  eventId: string
  key: string
  eventType: EventType
  at: number
  retracted?: boolean
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
  corrections = new Set<string>()

  truth = (key: string): Truth | null => {
    const operation = this.operations.get(key)
    return operation ? { operation, active: isActive(operation) } : null
  }

  active(): KnownOperation | null {
    return [...this.operations.values()].find(isActive) ?? null
  }

  /** The supervisor takes back the newest event of the newest operation. */
  retract(): void {
    const operation = [...this.operations.values()].at(-1)
    if (operation) this.retractNewest(operation)
  }

  /** The driver takes back a press. */
  undo(key: string, position: number, correctionId: string): Answer {
    const operation = this.operations.get(key)
    if (!operation) throw new Error(`unknown operation ${key}`)
    const newest = this.events.findLast((event) => event.key === key && !event.retracted)
    const known = this.corrections.has(correctionId)
    const busy = !isActive(operation) && this.active() !== null
    if (!known && (busy || newest?.position !== position || !this.retractNewest(operation)))
      return { kind: 'undo_refused', sentence: '', truth: busy ? null : this.truth(key) }
    this.corrections.add(correctionId)
    return { kind: 'retracted', truth: this.truth(key) }
  }

  /** False: it was cancelled, or only its start is left. */
  private retractNewest(operation: KnownOperation): boolean {
    if (operation.isCancelled) return false
    const counting = this.events.filter(({ key, retracted }) => key === operation.key && !retracted)
    const newest = counting.pop()
    const state = replay(
      counting.map(({ eventType, at }) => ({
        type: eventType,
        operationType: operation.operationType,
        occurredAt: at,
      })),
    )
    if (!newest || !state) return false
    newest.retracted = true
    this.put({ ...operation, ...state, version: operation.version + 1 })
    return true
  }

  /** The supervisor cancels the newest operation. */
  cancel(): void {
    const operation = [...this.operations.values()].at(-1)
    if (!operation || operation.isCancelled) return
    this.put({ ...operation, version: operation.version + 1, isCancelled: true })
  }

  process(sent: Sent, now: number): Answer {
    const stored = this.events.find(({ eventId }) => eventId === sent.eventId)
    if (stored?.retracted) return { kind: 'conflict', code: 'retracted', sentence: null, truth: null }
    if (stored) {
      return {
        kind: 'recorded',
        at: stored.at,
        version: stored.position,
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
    this.events.push({ eventId: sent.eventId, key, eventType: 'start_trip', at, position: 1 })
    return { kind: 'recorded', at, version: 1, truth: this.truth(key) }
  }

  private move(sent: Sent, now: number): Answer {
    const { key, eventType, occurredAt, clockOffsetMs } = sent
    const before = key === null ? undefined : this.operations.get(key)
    if (!before) return { kind: 'refused', code: 'unknown_operation', sentence: '' }
    const decision = decide(before, { eventType, now, occurredAt, clockOffsetMs })
    if (!decision.ok)
      return { kind: 'conflict', code: 'not_next', sentence: '', truth: this.truth(before.key) }
    this.put({ ...before, ...evolve(before, decision.event) })
    const version = before.version + 1
    const at = decision.event.occurredAt
    this.events.push({ eventId: sent.eventId, key: before.key, eventType, at, position: version })
    return { kind: 'recorded', at: decision.event.occurredAt, version, truth: null }
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
