import { type ComponentType, type ReactNode, useEffect } from 'react'
import { createStore, useStore } from '../../lib/store.ts'

/**
 * A part of the page that loads as a separate chunk. Unlike with `lazy` of React, a chunk that does not load takes nothing
 * else with it, and is tried again when it is next shown. `load` fetches it before that.
 */
export function later<P extends object>(fetchPart: () => Promise<ComponentType<P>>) {
  const loaded = createStore<ComponentType<P> | null>(null)
  let loading = false
  const load = (): void => {
    if (loading) return
    loading = true
    fetchPart().then(
      (part) => loaded.set(part),
      () => {
        loading = false
      },
    )
  }
  function Later({ meanwhile = null, ...props }: P & { meanwhile?: ReactNode }) {
    const Part = useStore(loaded)
    useEffect(load, [])
    return Part ? <Part {...(props as unknown as P)} /> : meanwhile
  }
  return Object.assign(Later, { load })
}
