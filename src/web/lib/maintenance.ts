import { useSyncExternalStore } from 'react'

/**
 * Whether the product is being maintained, as far as this page knows. Any call may find out that it has begun; only
 * whoever asks for the end on purpose (features/maintenance) finds out that it is over, or that nobody answers any more,
 * because an answer that was long under way may still be a good one.
 */
export interface Maintenance {
  isOn(): boolean
  /** An answer said so. */
  begin(): void
  end(): void
  /** Hears of each change; returns the way to stop. */
  subscribe(listener: () => void): () => void
}

export function createMaintenance(): Maintenance {
  let on = false
  const listeners = new Set<() => void>()
  const set = (value: boolean): void => {
    if (on === value) return
    on = value
    for (const listener of listeners) listener()
  }
  return {
    isOn: () => on,
    begin: () => set(true),
    end: () => set(false),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const maintenance = createMaintenance()

export const useMaintenance = (): boolean => useSyncExternalStore(maintenance.subscribe, maintenance.isOn)

/** Whether this answer says that the product is being maintained. */
export function saysMaintenance(status: number, body: { code?: unknown; error?: unknown }): boolean {
  return status === 503 && (body.code === 'maintenance' || body.error === 'maintenance')
}
