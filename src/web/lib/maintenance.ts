import { createStore } from './store.ts'

/**
 * Whether the product is under maintenance, as far as this page knows. Any call may find out that it has begun. Only the
 * screen that asks for the end (features/console/maintenance) sets it to false: an answer that was long under way may still be a
 * good one.
 */
export const maintenance = createStore(false)

/** Whether this answer announces maintenance. */
export function saysMaintenance(status: number, body: { code?: unknown; error?: unknown }): boolean {
  return status === 503 && (body.code === 'maintenance' || body.error === 'maintenance')
}
