import type { LiveMessage } from '#contract/live/messages'
import { effectivePremium, type StoredPremium } from '#domain/account/entitlements'
import { type Recorded, seqOf } from './bus/bus.ts'
import { presentCorrection, presentEvent, presentOperation } from './present.ts'

/** The account behind a socket. */
export type Listener =
  | { role: 'operator'; userId: number; sessionId: string }
  | {
      role: 'supervisor'
      userId: number
      sessionId: string
      premium: StoredPremium
      /** The expiry (epoch milliseconds) that this socket has been notified of. */
      toldExpiry: number | null
    }

/**
 * Whether this listener receives what is said of this operation at `now`: its supervisor while real-time information is on, and the operator
 * whose operation it is (on another phone).
 */
export function hears(
  listener: Listener,
  operation: { userId: number; supervisorId: number | null },
  now: number,
): boolean {
  if (listener.role === 'operator') return operation.userId === listener.userId
  if (operation.supervisorId !== listener.userId) return false
  return effectivePremium(listener.premium, now).flags.realTimeInfo
}

/** Whether this listener, an account of the alert's supervisor, receives alerts at `now`. */
export const hearsAlerts = (listener: Listener, now: number): boolean =>
  listener.role === 'supervisor' && effectivePremium(listener.premium, now).flags.realTimeInfo

/** Whether this listener's premium has expired by `now` and the socket has not been notified. */
export function awaitsExpiry(listener: Listener, now: number): boolean {
  if (listener.role !== 'supervisor') return false
  const { expiresAt } = listener.premium
  return expiresAt !== null && expiresAt <= now && expiresAt !== listener.toldExpiry
}

/** The two live messages of one record. */
export function liveMessages(message: Recorded, now: number): LiveMessage[] {
  const { operation } = message
  return [
    message.kind === 'recorded'
      ? { type: 'event_update', payload: presentEvent(message.event, message.grade) }
      : {
          type: 'correction_update',
          payload: presentCorrection({
            ...message.correction,
            containerNumber: operation.containerNumber,
          }),
        },
    { type: 'operation_update', payload: presentOperation(operation, now), seq: seqOf(message) },
  ]
}
