import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { createUsual } from '#domain/usual/usual'
import { detentionNowQuery } from '../../../api/desk/detention.ts'
import { stepPercentilesQuery } from '../../../api/desk/supervisor-operations.ts'
import { featuresQuery } from '../../../api/entitlements.ts'
import { forecastsQuery } from '../../../api/forecasts.ts'
import { userQuery } from '../../../api/people/session.ts'
import { outsideQuery } from '../../../api/places.ts'
import { DESK } from '../../../lib/desk-address.ts'
import { readStored, writeStored } from '../../../lib/storage.ts'
import { useStore } from '../../../lib/store.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { ALL, type Arrangement, FILTERS, SORTINGS, type Sorting } from './arrangement.ts'
import type { BoardStore, Card } from './board-store.ts'
import { type Answers, type Standing, standingOf } from './standing.ts'

/** How often delays are compared. The times tick by themselves. */
const STEP_MS = 10_000

/** How each active operation stands against the normal time of its step. `failed`: those times could not be loaded. */
export function useStandings(store: BoardStore): { standings: readonly Standing[]; failed: boolean } {
  const cards = useStore(store, ({ cards }) => cards)
  const { data, isError } = useQuery(stepPercentilesQuery)
  const answers = useAnswers(cards)
  const now = useNow(STEP_MS)
  const usualOf = useMemo(() => createUsual(data ?? []), [data])
  const standings = useMemo(
    () => Array.from(cards.values(), ({ operation }) => standingOf(operation, usualOf, now, answers)),
    [cards, usualOf, now, answers],
  )
  return { standings, failed: isError }
}

/** Changes that come together ask once. */
const SETTLED_MS = 2_000

/** What the server says of all operations at once, asked for again after a change. */
function useAnswers(cards: ReadonlyMap<string, Card>): Answers {
  const features = useQuery(featuresQuery)
  const { data: forecasts, refetch: refetchForecasts } = useQuery(forecastsQuery)
  const enabled = features.data?.features.kpiVisibility === true
  const { data: detentions, refetch: refetchDetentions } = useQuery({ ...detentionNowQuery, enabled })
  const { data: outside, refetch: refetchOutside } = useQuery(outsideQuery)
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // One that is pending is not put off: on a busy desk it would never run.
    if (cards.size === 0 || pending.current !== undefined) return
    pending.current = setTimeout(() => {
      pending.current = undefined
      void refetchForecasts({ cancelRefetch: false })
      void refetchOutside({ cancelRefetch: false })
      if (enabled) void refetchDetentions({ cancelRefetch: false })
    }, SETTLED_MS)
  }, [cards, enabled, refetchForecasts, refetchDetentions, refetchOutside])
  useEffect(() => () => clearTimeout(pending.current), [])
  return useMemo(
    () => ({
      forecasts: byOperation(forecasts),
      detentions: byOperation(detentions),
      outside: byOperation(outside),
    }),
    [forecasts, detentions, outside],
  )
}

const byOperation = <T extends { operationKey: string }>(all: readonly T[] = []): ReadonlyMap<string, T> =>
  new Map(all.map((one) => [one.operationKey, one]))

const NAMES = { search: DESK.search, filter: 'op.mostrar' } as const

/** Search and filter are in the address: they survive another tab, a reload and sharing. The sorting is a habit. */
export function useArrangement(): [Arrangement, (change: Partial<Arrangement>) => void] {
  const [params, setParams] = useSearchParams()
  const [sorting, setSorting] = useSorting()
  const arrangement: Arrangement = {
    search: params.get(NAMES.search) ?? ALL.search,
    filter: FILTERS.find((one) => one === params.get(NAMES.filter)) ?? ALL.filter,
    sorting,
  }
  const change = ({ sorting: chosen, ...part }: Partial<Arrangement>) => {
    if (chosen) setSorting(chosen)
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries({
          search: arrangement.search,
          filter: arrangement.filter,
          ...part,
        })) {
          const name = NAMES[key as keyof typeof NAMES]
          if (value === ALL[key as keyof typeof NAMES]) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: true },
    )
  }
  return [arrangement, change]
}

/** The order that this person chose in this browser. */
function useSorting(): [Sorting, (sorting: Sorting) => void] {
  const { data: user } = useQuery(userQuery)
  const key = `operations-order-${user?.id}`
  const [sorting, setSorting] = useState(() => SORTINGS.find((one) => one === readStored(key)) ?? ALL.sorting)
  return [
    sorting,
    (chosen) => {
      writeStored(key, chosen)
      setSorting(chosen)
    },
  ]
}

export const VIEWS = ['cards', 'rows'] as const
export type View = (typeof VIEWS)[number]

const VIEW_KEY = 'operations-view'

/** Cards or rows, as this browser left it. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState(() => VIEWS.find((one) => one === readStored(VIEW_KEY)) ?? 'cards')
  return [
    view,
    (wanted) => {
      writeStored(VIEW_KEY, wanted)
      setView(wanted)
    },
  ]
}
