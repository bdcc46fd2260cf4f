import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { reducedMotion } from '../../../../lib/reduced-motion.ts'

const GLIDE_MS = 150

interface Point {
  x: number
  y: number
}

/** An item on its way to its place. Distances from there in pixels. */
interface Glide {
  from: Point
  shown: Point
  /** Milliseconds of the frame clock; null until a frame has shown it where it was. */
  begun: number | null
}

/**
 * What changes its place in the list glides there, so that the eye can follow it. Not while scrolling draws: reading places
 * is slow. By style and not by an animation: under an animation the browser counts the new place as a layout shift.
 */
export function useGlide(list: RefObject<HTMLUListElement | null>, enabled: boolean): void {
  const places = useRef(new Map<string, Point>())
  const [glides] = useState(() => new Map<HTMLElement, Glide>())
  const frame = useRef(0)

  useLayoutEffect(() => {
    if (!enabled) return
    const before = places.current
    const still = reducedMotion()
    places.current = new Map(
      Array.from(list.current?.children ?? [], (child) => {
        const item = child as HTMLElement
        const place = { x: item.offsetLeft, y: item.offsetTop }
        const known = before.get(item.dataset.operation ?? '')
        if (known && !still && (known.x !== place.x || known.y !== place.y)) {
          const { x, y } = glides.get(item)?.shown ?? { x: 0, y: 0 }
          const from = { x: known.x - place.x + x, y: known.y - place.y + y }
          glides.set(item, { from, shown: from, begun: null })
          show(item, from)
        }
        return [item.dataset.operation ?? '', place]
      }),
    )
    if (glides.size > 0 && frame.current === 0) frame.current = requestAnimationFrame(draw)

    function draw(now: number): void {
      for (const [item, glide] of glides) {
        glide.begun ??= now
        const share = Math.max(0, 1 - (now - glide.begun) / GLIDE_MS) ** 2
        glide.shown = { x: glide.from.x * share, y: glide.from.y * share }
        show(item, glide.shown)
        if (share === 0) glides.delete(item)
      }
      frame.current = glides.size > 0 ? requestAnimationFrame(draw) : 0
    }
  })
  useLayoutEffect(
    () => () => {
      cancelAnimationFrame(frame.current)
      frame.current = 0
    },
    [],
  )
}

function show(item: HTMLElement, { x, y }: Point): void {
  item.style.transform = x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px)`
}
