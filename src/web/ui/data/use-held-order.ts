import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'

/** A finger that has rested this long is not about to press. */
const TOUCH_REST_MS = 10_000

type Reason = 'mouse' | 'touch' | 'focus'

/**
 * Keeps what is shown in its place while somebody points at it, touches it or moves through it by keyboard: nothing moves
 * under the finger. `arrangedBy`: what the person has chosen; another choice is followed at once.
 */
export function useHeldOrder(order: readonly string[], arrangedBy: string) {
  const [held, setHeld] = useState<{ by: string; keys: readonly string[] } | null>(null)
  const reasons = useRef(new Set<Reason>())
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = held?.by === arrangedBy ? held.keys : null
  const shown = current ?? order

  const hold = (reason: Reason) => {
    reasons.current.add(reason)
    setHeld((known) => (known?.by === arrangedBy ? known : { by: arrangedBy, keys: order }))
  }
  const letGo = (reason: Reason) => {
    reasons.current.delete(reason)
    if (reasons.current.size === 0) setHeld(null)
  }
  useEffect(() => () => clearTimeout(resting.current), [])

  const there = new Set(shown)
  return {
    shown,
    /** Items that came meanwhile and are not shown yet. */
    waiting: current === null ? 0 : order.filter((key) => !there.has(key)).length,
    showWaiting: () => setHeld(reasons.current.size === 0 ? null : { by: arrangedBy, keys: order }),
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') hold('mouse')
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') letGo('mouse')
      },
      onPointerDown: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') return
        clearTimeout(resting.current)
        resting.current = setTimeout(() => letGo('touch'), TOUCH_REST_MS)
        hold('touch')
      },
      // A click leaves the focus behind for hours; only the keyboard's focus says that somebody is reading here.
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) hold('focus')
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) letGo('focus')
      },
    },
  }
}

export type HeldOrder = ReturnType<typeof useHeldOrder>
