import { queryOptions } from '@tanstack/react-query'
import type { DriverPlace } from '#contract/http/places'
import { translatedQuery } from './get-query.ts'

/** The places that a driver's phone may know; empty for an answer that is not the product's. */
export const driverPlacesQuery = queryOptions({
  ...translatedQuery('/api/operator/places', (answer: DriverPlace[]) =>
    Array.isArray(answer) ? answer : [],
  ),
  staleTime: 15 * 60 * 1000,
})
