import { useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Place, readPlace, writePlace } from '../place.ts'

/** Where the console is, by the address. Going somewhere is a step that 'back' takes back. */
export function usePlace(): [Place, (to: Partial<Place>) => void] {
  const [path, navigate] = useLocation()
  const place = readPlace(useSearch())
  const go = useCallback(
    (to: Partial<Place>) => {
      // What the address says at the moment of the click, not at the time of the last drawing.
      const now = readPlace(window.location.search)
      // Another tab begins without the user of the one before.
      const next = { ...now, ...(to.tab !== undefined && to.tab !== now.tab ? { user: null } : {}), ...to }
      const search = writePlace(next)
      if (search !== writePlace(now)) navigate(search === '' ? path : `${path}?${search}`)
    },
    [path, navigate],
  )
  return [place, go]
}
