import { expect, it } from 'vitest'
import { kpisQuery, kpiVisitsQuery } from './kpis.ts'

it('asks for the current month without a query string', () => {
  expect(kpisQuery('').queryKey).toEqual(['/api/supervisor/kpis'])
})

it('asks for the visits by the filters of the figure', () => {
  expect(kpiVisitsQuery('month=2026-11&operatorId=7', 'totalTime', { excluded: true }).queryKey).toEqual([
    '/api/supervisor/kpis/visits?month=2026-11&operatorId=7&timing=totalTime&excluded=true',
  ])
})
