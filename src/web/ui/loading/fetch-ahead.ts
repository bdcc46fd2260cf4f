import { useEffect } from 'react'
import { keepDesk } from '../../lib/app-update.ts'
import { loadToasts } from '../toast/toaster.tsx'
import { fetchPartsAhead } from './part.tsx'

const QUIET_MS = 4_000

/** Fetches every part once nothing is asked of the page, and has the service worker keep them for a reload. */
export function useFetchAhead(): void {
  useEffect(() => {
    const begin = async () => {
      loadToasts()
      await fetchPartsAhead()
      keepDesk()
    }
    const timer = setTimeout(() => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) requestIdleCallback(() => void begin(), { timeout: QUIET_MS })
      else void begin()
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}
