import type { APIRequestContext } from '@playwright/test'

const MINUTE = 60_000

/** Calls as one driver's phone makes them, at times of one's own choosing. */
export function trip(request: APIRequestContext, origin: string, began: number) {
  let containerId = ''
  const at = (minutes: number): string => new Date(began + minutes * MINUTE).toISOString()
  async function send(path: string, data: object) {
    const response = await request.post(`${origin}${path}`, { data })
    if (!response.ok()) throw new Error(await response.text())
    return response.json()
  }
  return {
    get containerId() {
      return containerId
    },
    async start(containerNumber: string, minutes: number, extra: object = {}) {
      const body = { containerId: containerNumber, occurredAt: at(minutes), ...extra }
      containerId = (await send('/api/containers', body)).containerId
    },
    record: (eventType: string, minutes: number, extra: object = {}) =>
      send('/api/events', { containerId, eventType, occurredAt: at(minutes), ...extra }),
  }
}

/** Hours ago, as epoch milliseconds. */
export const hoursAgo = (hours: number): number => Date.now() - hours * 60 * MINUTE
