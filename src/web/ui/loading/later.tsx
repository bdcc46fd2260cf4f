import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

/** A chunk that did not load, in the shape that `LoadFailure` takes. */
export interface PartFailure {
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface LaterProps {
  meanwhile?: ReactNode
  /** What stands there when the chunk did not load; without it, `meanwhile` does. */
  instead?: (failure: PartFailure) => ReactNode
}

/**
 * A part of the page that loads as a separate chunk. Unlike with `lazy` of React, a chunk that does not load takes nothing
 * else with it, and is tried again when it is next shown. `load` fetches it before that and never rejects.
 */
export function later<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  const state = createStore<{ Part?: ComponentType<P>; error?: unknown; isFetching?: boolean }>({})
  const load = async (): Promise<void> => {
    const { Part, error, isFetching } = state.get()
    if (Part || isFetching) return
    state.set({ error, isFetching: true })
    try {
      if (error !== undefined) await fetchStylesAgain()
      const Part = await fetchPart()
      state.set({ Part })
    } catch (error) {
      state.set({ error })
    }
  }
  function Later({ meanwhile = null, instead, ...props }: P & LaterProps) {
    const { Part, error, isFetching = false } = useStore(state)
    useEffect(() => void load(), [])
    if (Part) return <Part {...(props as unknown as P)} />
    return error !== undefined && instead ? instead({ error, isFetching, refetch: load }) : meanwhile
  }
  return Object.assign(Later, { load })
}

/** Style sheets that did not load. Some browsers give these an empty `sheet`, so nothing else tells. */
const failedStyles = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  },
  // An error of a resource does not bubble.
  { capture: true },
)

/** The build's loader asks for each style sheet once only, also when that failed. @throws Error when one fails again */
async function fetchStylesAgain(): Promise<void> {
  await Promise.all(
    [...failedStyles].map(
      (link) =>
        new Promise<void>((resolve, reject) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.onload = () => resolve()
          again.onerror = () => reject(new Error(`no style sheet ${link.href}`))
          failedStyles.delete(link)
          link.replaceWith(again)
        }),
    ),
  )
}
