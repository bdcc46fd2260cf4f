import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createKnownVersions } from './known-versions.ts'

it('keeps the newest used ones within the weight', () => {
  const kept = createKnownVersions<number>(10, (weight) => weight)
  kept.set('a', 4)
  kept.set('b', 4)
  expect(kept.get('a')).toBe(4)
  kept.set('c', 4)
  expect(['a', 'b', 'c'].map(kept.get)).toEqual([4, undefined, 4])
  kept.set('d', 11)
  expect(['a', 'c', 'd'].map(kept.get)).toEqual([undefined, undefined, undefined])
})

it('gives back what was set last, or nothing', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd')
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.option(fc.integer({ min: 0, max: 5 })))), (acts) => {
      const kept = createKnownVersions<{ weight: number }>(8, ({ weight }) => weight)
      const all = new Map<string, { weight: number }>()
      for (const [name, weight] of acts) {
        if (weight === null) expect([all.get(name), undefined]).toContain(kept.get(name))
        else {
          const value = { weight }
          kept.set(name, value)
          all.set(name, value)
        }
        const left = ['a', 'b', 'c', 'd'].flatMap((each) => kept.get(each) ?? [])
        expect(left.reduce((sum, { weight: one }) => sum + one, 0)).toBeLessThanOrEqual(8)
      }
    }),
  )
})
