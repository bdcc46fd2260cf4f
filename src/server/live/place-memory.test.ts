import { expect, it, vi } from 'vitest'
import { scopeOf } from '../identity/supervisor-scope.ts'
import { memoryBus } from './bus/memory.ts'
import { createPlaceMemory } from './place-memory.ts'

it('reads places again when they have changed, and keeps them while their version is the same', async () => {
  const scope = scopeOf({ id: 7, role: 'supervisor' })
  const shape = { type: 'circle', center: { lat: 20, lng: -103 }, radiusMetres: 300 } as const
  const [bus, stored, asked] = [memoryBus(), { name: 'Parque', version: '1' }, { places: 0, version: 0 }]
  let now = 0
  const memory = createPlaceMemory({
    bus,
    read: async () => {
      asked.places++
      return [{ id: 1, name: stored.name, shape, retiredAt: null }]
    },
    version: async () => {
      asked.version++
      return stored.version
    },
    elapsed: () => now,
  })
  const seen = async () => (await memory.of(scope)).get(1)?.name
  expect([await seen(), await seen()]).toEqual(['Parque', 'Parque'])
  expect(asked).toEqual({ places: 1, version: 1 })
  now = 5_000
  expect([await seen(), asked]).toEqual(['Parque', { places: 1, version: 2 }])
  // A change that no message told of, and one that a message told of.
  Object.assign(stored, { name: 'Patio', version: '2' })
  expect(await seen()).toBe('Parque')
  now = 10_000
  expect(await seen()).toBe('Patio')
  Object.assign(stored, { name: 'Puerto', version: '3' })
  bus.publish({ kind: 'places_changed', supervisorId: 7 })
  expect([await seen(), asked]).toEqual(['Puerto', { places: 3, version: 4 }])
  memory.close()
})

it('reads once for all that ask at the same time, and again for who asks after a change', async () => {
  const scope = scopeOf({ id: 7, role: 'supervisor' })
  const bus = memoryBus()
  const waiting: (() => void)[] = []
  const memory = createPlaceMemory({
    bus,
    read: () => new Promise((resolve) => waiting.push(() => resolve([]))),
    version: async () => '1',
  })
  const [one, other] = [memory.of(scope), memory.of(scope)]
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  bus.publish({ kind: 'places_changed', supervisorId: 7 })
  const later = memory.of(scope)
  await vi.waitFor(() => expect(waiting).toHaveLength(2))
  for (const answer of waiting) answer()
  expect(await one).toBe(await other)
  expect(await later).not.toBe(await one)
  memory.close()
})
