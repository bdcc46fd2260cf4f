import { expect, it } from 'vitest'
import type { EventResponse, OperationResponse } from '#contract/http/operations'
import { toEvents, toOperation } from './operation.ts'

const KEY = 'MSKU1234565_abcdefghijklmnop'

it('translates an operation, and drops the Spanish labels of the wire', () => {
  const wire = {
    containerId: KEY,
    displayContainerId: 'MSKU1234565',
    currentStatus: 'Carga de combustible',
    currentEventType: 'stop_fuel',
    lastUpdated: '2026-11-20T15:30:00.000Z',
    lastCompletedStatus: 'En ruta al parque',
    lastCompletedEventType: 'en_route',
    lastCompletedTime: '2026-11-20T15:00:00.000Z',
    startTime: '2026-11-20T14:00:00.000Z',
    version: 3,
  } as OperationResponse
  expect(toOperation(wire)).toEqual({
    operationKey: KEY,
    containerNumber: 'MSKU1234565',
    newestEventType: 'stop_fuel',
    newestEventAt: '2026-11-20T15:30:00.000Z',
    newestStepType: 'en_route',
    newestStepAt: '2026-11-20T15:00:00.000Z',
    newestStepRecordedAt: null,
    startedAt: '2026-11-20T14:00:00.000Z',
    version: 3,
  })
})

it('reads the log that older versions of the page kept on the phone: events as the server sent them', () => {
  const kept = [{ containerId: KEY, displayContainerId: 'MSKU1234565', seq: 1 }] as EventResponse[]
  expect(toEvents(kept)).toEqual([{ operationKey: KEY, containerNumber: 'MSKU1234565', seq: 1 }])
})
