import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { forecastsQuery, type OperationForecast } from '../../api/forecasts.ts'
import { stepPercentilesQuery } from '../../api/supervisor-operations.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { useStore } from '../../lib/store.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { ALL, type Arrangement, FILTERS, SORTINGS } from './arrangement.ts'
import type { BoardStore, Card } from './board-store.ts'
import { normalsOf, type Standing, standingOf } from './standing.ts'

/** How often delays are compared. The times tick by themselves. */
const STEP_MS = 10_000

/** How each active operation stands against the normal time of its step. `failed`: those times could not be loaded. */
export function useStandings(store: BoardStore): { standings: readonly Standing[]; failed: boolean } {
  const cards = useStore(store, ({ cards }) => cards)
  const { data, isError } = useQuery(stepPercentilesQuery)
  const forecasts = useForecasts(cards)
  const now = useNow(STEP_MS)
  const normals = useMemo(() => normalsOf(data ?? []), [data])
  const standings = useMemo(
    () => Array.from(cards.values(), ({ operation }) => standingOf(operation, normals, now, forecasts)),
    [cards, normals, now, forecasts],
  )
  return { standings, failed: isError }
}

/** Steps that come together ask once. */
const SETTLED_MS = 2_000

/** The forecasts by operation, asked for again after a step. */
function useForecasts(cards: ReadonlyMap<string, Card>): ReadonlyMap<string, OperationForecast> {
  const { data, refetch } = useQuery(forecastsQuery)
  const steps = useMemo(
    () =>
      Array.from(cards.values(), ({ operation }) => operation.newestStepAt)
        .sort()
        .at(-1),
    [cards],
  )
  const count = cards.size
  useEffect(() => {
    if (steps === undefined || count === 0) return
    const timer = setTimeout(() => void refetch({ cancelRefetch: false }), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [steps, count, refetch])
  return useMemo(() => new Map(data?.map((forecast) => [forecast.operationKey, forecast])), [data])
}

const NAMES = { search: 'op.buscar', filter: 'op.mostrar', sorting: 'op.orden' } as const

/** The arrangement is in the address: it survives another tab, a reload and sharing. */
export function useArrangement(): [Arrangement, (change: Partial<Arrangement>) => void] {
  const [params, setParams] = useSearchParams()
  const arrangement: Arrangement = {
    search: params.get(NAMES.search) ?? ALL.search,
    filter: FILTERS.find((one) => one === params.get(NAMES.filter)) ?? ALL.filter,
    sorting: SORTINGS.find((one) => one === params.get(NAMES.sorting)) ?? ALL.sorting,
  }
  const change = (part: Partial<Arrangement>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries({ ...arrangement, ...part })) {
          const name = NAMES[key as keyof Arrangement]
          if (value === ALL[key as keyof Arrangement]) next.delete(name)
          else next.set(name, String(value))
        }
        return next
      },
      { replace: true },
    )
  return [arrangement, change]
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
