import { useEffect, useState } from 'react'
import { waiting } from '#domain/outbox/entry'
import { createStore, type Readable, useStore } from '../../../../lib/store.ts'
import type { OutboxView } from './kept-box.ts'
import { createOutbox, type DriverOutbox } from './outbox.ts'

const NOBODY: Readable<OutboxView | null> = createStore(null)

const outboxes = new Map<number, DriverOutbox>()

function outboxOf(userId: number): DriverOutbox {
  const outbox = outboxes.get(userId) ?? createOutbox(userId)
  outboxes.set(userId, outbox)
  return outbox
}

/** Deletes what the phone stores about a driver who has signed out, unless presses of theirs wait. Never rejects. */
export async function forgetDriver(userId: number): Promise<void> {
  await outboxOf(userId)
    .forget()
    .catch((error: unknown) => console.warn('No se pudo borrar lo guardado', error))
}

/** Delivers this driver's outbox while mounted. */
export function useOutbox(userId: number): { outbox: DriverOutbox; view: OutboxView } {
  const [outbox] = useState(() => outboxOf(userId))
  const view = useStore(outbox.view)
  useEffect(() => outbox.open(), [outbox])
  return { outbox, view }
}

/** How many presses of this user wait on the phone; undefined: not read yet. Delivers nothing. */
export function useUnsent(userId: number | null): number | undefined {
  const box = useStore(userId === null ? NOBODY : outboxOf(userId).view, (view) => view?.box ?? null)
  if (userId === null) return 0
  return box === null ? undefined : waiting(box).length
}
