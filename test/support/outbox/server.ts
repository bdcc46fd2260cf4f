import { decide, decideStart } from '#domain/operation/decide'
import { replay } from '#domain/operation/replay'
import { RETRACTION_MS, retractionRefusal } from '#domain/operation/retraction'
import { evolve, isActive } from '#domain/operation/state'
import type { EventType, OperationType } from '#domain/operation/steps'
import type { Answer, Truth } from '#domain/outbox/delivery'
import type { KnownOperation } from '#domain/outbox/entry'
import type { SentTime } from '#domain/outbox/sending'

interface Stored {
  position: number
  eventId: string
  key: string
  eventType: EventType
  at: number
  recordedAt: number
  retracted?: boolean
  retractedAt?: number
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
  heard: { press: Stored; at: number } | null = null

  truth = (key: string): Truth | null => {
    const operation = this.operations.get(key)
    return operation ? { operation, active: isActive(operation) } : null
  }

  active(): KnownOperation | null {
    return [...this.operations.values()].find(isActive) ?? null
  }

  /** The supervisor takes back the newest event of the newest operation; its start cannot be. */
  retract(): void {
    const operation = [...this.operations.values()].at(-1)
    if (operation && operation.newestEventType !== 'start_trip') this.retractNewest(operation)
  }

  /** A request of the driver's phone, which has a network then: keeps the first after the minute of the newest press. */
  hear(now: number): void {
    const press = this.events.at(-1)
    if (!press || now - press.recordedAt <= RETRACTION_MS || this.heard?.press === press) return
    this.heard = { press, at: now }
  }

  /** The driver takes back a press. `claim`: when that was, as the phone says; without one it counts at any time. */
  undo(
    key: string,
    position: number,
    correctionId: string,
    claim?: { claimedAt: number; now: number },
  ): Answer {
    const operation = this.operations.get(key)
    if (!operation) throw new Error(`unknown operation ${key}`)
    const newest = this.events.findLast((event) => event.key === key && !event.retracted)
    const known = this.corrections.has(correctionId)
    const busy = !isActive(operation) && this.active() !== null
    const refusal =
      claim &&
      newest &&
      retractionRefusal({
        ...claim,
        pressRecordedAt: newest.recordedAt,
        newestAt: this.newestAt(key),
        heardAt: this.heard && this.heard.press === this.events.at(-1) ? this.heard.at : null,
        isInPack: false,
      })
    if (
      !known &&
      (refusal || busy || newest?.position !== position || !this.retractNewest(operation, claim?.now))
    )
      return { kind: 'undo_refused', sentence: '', truth: busy ? null : this.truth(key) }
    this.corrections.add(correctionId)
    return { kind: 'retracted', truth: this.truth(key) }
  }

  /** When its newest press was recorded or taken back; null: a newer operation has begun. */
  private newestAt(operationKey: string): number | null {
    if (this.events.at(-1)?.key !== operationKey) return null
    const own = this.events.filter(({ key }) => key === operationKey)
    return Math.max(...own.map(({ recordedAt, retractedAt = 0 }) => Math.max(recordedAt, retractedAt)))
  }

  /** False: it was cancelled. Without its start, the operation is. */
  private retractNewest(operation: KnownOperation, now = 0): boolean {
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
    if (!newest) return false
    newest.retracted = true
    newest.retractedAt = now
    this.put({ ...operation, ...state, version: operation.version + 1, isCancelled: state === null })
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
    const { eventId, operationType, containerNumber, occurredAt, clockOffsetMs } = sent
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
    this.events.push({ eventId, key, eventType: 'start_trip', at, recordedAt: now, position: 1 })
    return { kind: 'recorded', at, version: 1, truth: this.truth(key) }
  }

  private move(sent: Sent, now: number): Answer {
    const { eventId, key, eventType, occurredAt, clockOffsetMs } = sent
    const before = key === null ? undefined : this.operations.get(key)
    if (!before) return { kind: 'refused', code: 'unknown_operation', sentence: '' }
    const decision = decide(before, { eventType, now, occurredAt, clockOffsetMs })
    if (!decision.ok)
      return { kind: 'conflict', code: 'not_next', sentence: '', truth: this.truth(before.key) }
    this.put({ ...before, ...evolve(before, decision.event) })
    const version = before.version + 1
    const at = decision.event.occurredAt
    this.events.push({ eventId, key: before.key, eventType, at, recordedAt: now, position: version })
    return { kind: 'recorded', at, version, truth: null }
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
