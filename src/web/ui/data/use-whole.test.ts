import { expect, it } from 'vitest'
import { createPassing } from './use-whole.ts'

/** Scrolls `steps` times by `pixels`, `ms` apart; what was said after each. */
function scrolled(steps: number, pixels: number, ms: number) {
  let at = 0
  let offset = 0
  const { passing, onScroll } = createPassing(() => at)
  const step = (isScrolling: boolean): boolean => {
    onScroll(offset, isScrolling)
    return passing.get()
  }
  const said = Array.from({ length: steps }, () => {
    at += ms
    offset += pixels
    return step(true)
  })
  return {
    said,
    passing,
    rests: () => step(false),
    jumps: (by: number) => {
      offset += by
      return step(true)
    },
  }
}

it('says that items pass while the list is quicker than anybody reads, up or down', () => {
  expect(scrolled(4, 400, 100).said).toEqual([false, true, true, true])
  expect(scrolled(4, -400, 100).said).toEqual([false, true, true, true])
})

it('says nothing of a list that can be read', () => {
  expect(scrolled(4, 40, 100).said).toEqual([false, false, false, false])
})

it('says that items rest when the scrolling ends, and tells who waits for it', () => {
  const list = scrolled(4, 400, 100)
  const heard: boolean[] = []
  list.passing.subscribe(() => heard.push(list.passing.get()))
  expect(list.rests()).toBe(false)
  expect(heard).toEqual([false])
})

it('takes a jump after a rest for no scrolling', () => {
  const list = scrolled(4, 400, 100)
  list.rests()
  expect(list.jumps(20_000)).toBe(false)
})
