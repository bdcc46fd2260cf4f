import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { checkProduct } from '../../../api/product-config.ts'
import { HttpError } from '../../../lib/http.ts'
import { maintenance, saysMaintenance } from '../../../lib/maintenance.ts'

const POLL_MS = 5000
/** So that a whole fleet does not come back at the same instant. */
const POLL_JITTER_MS = 2500
const TIMEOUT_MS = 10_000

/** Milliseconds until the next poll; `random` in [0, 1). */
const pollDelay = (random: number): number => POLL_MS + random * POLL_JITTER_MS

/** Whether a failed poll was answered by maintenance; a network error says nothing. */
export const isStillOn = (error: unknown): boolean =>
  error instanceof HttpError && saysMaintenance(error.status, error.body)

/** Polls for the end of maintenance while `on`. `worksAlone`: any result but maintenance ends it, as the page works offline. */
export function useUntilOver(
  on: boolean,
  worksAlone: boolean,
): { check: () => void; checking: boolean; asked: boolean } {
  const client = useQueryClient()
  const [checking, setChecking] = useState(false)
  const [asked, setAsked] = useState(false)
  const busy = useRef(false)

  const ask = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    try {
      await checkProduct(AbortSignal.timeout(TIMEOUT_MS))
      over()
    } catch (error) {
      if (worksAlone && !isStillOn(error)) over()
    } finally {
      busy.current = false
    }
    function over(): void {
      maintenance.set(false)
      void client.invalidateQueries()
    }
  }, [client, worksAlone])

  useEffect(() => {
    if (!on) {
      setAsked(false)
      return
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const listening = new AbortController()
    const { signal } = listening
    const later = () => {
      clearTimeout(timer)
      if (!signal.aborted) timer = setTimeout(now, pollDelay(Math.random()))
    }
    function now(): void {
      if (document.visibilityState === 'visible') void ask().finally(later)
    }
    later()
    document.addEventListener('visibilitychange', now, { signal })
    window.addEventListener('online', now, { signal })
    window.addEventListener('offline', now, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer)
    }
  }, [on, ask])

  const check = () => {
    setChecking(true)
    void ask().finally(() => {
      setChecking(false)
      setAsked(true)
    })
  }
  return { check, checking, asked }
}
