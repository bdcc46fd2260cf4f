import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Place, readPlace, writePlace } from '../place.ts'

/** The place in the console, from the address. Each move is an entry of the browser's history. */
export function usePlace(): [Place, (to: Partial<Place>) => void] {
  const [path, navigate] = useLocation()
  const place = readPlace(useSearch())
  const go = useCallback(
    (to: Partial<Place>) => {
      // The address at the moment of the click, not at the last render.
      const now = readPlace(window.location.search)
      // Another tab starts without the user of the previous one.
      const next = { ...now, ...(to.tab !== undefined && to.tab !== now.tab ? { user: null } : {}), ...to }
      const search = writePlace(next)
      if (search !== writePlace(now)) navigate(search === '' ? path : `${path}?${search}`)
    },
    [path, navigate],
  )
  return [place, go]
}
