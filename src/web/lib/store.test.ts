import { expect, it, vi } from 'vitest'
import { createStore } from './store.ts'

it('notifies of each new value, until it is unsubscribed', () => {
  const store = createStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  for (const value of [1, 2, 2, 3]) store.set(value)
  stop()
  store.set(4)
  expect(heard).toEqual([2, 3])
  expect(store.get()).toBe(4)
})

it('is watched from the first listener to the last', () => {
  const unwatch = vi.fn()
  const watch = vi.fn(() => unwatch)
  const store = createStore(0, watch)
  const stops = [store.subscribe(() => {}), store.subscribe(() => {})]
  expect(watch).toHaveBeenCalledTimes(1)
  stops[0]?.()
  stops[0]?.()
  expect(unwatch).not.toHaveBeenCalled()
  stops[1]?.()
  expect(unwatch).toHaveBeenCalledTimes(1)
  store.subscribe(() => {})
  expect(watch).toHaveBeenCalledTimes(2)
})
