import { queryOptions } from '@tanstack/react-query'
import { translatedQuery } from '../call.ts'

/** The places that a driver's phone may know; empty for an answer that is not the product's. */
export const driverPlacesQuery = queryOptions({
  ...translatedQuery('GET /api/operator/places', (answer) => (Array.isArray(answer) ? answer : [])),
  staleTime: 15 * 60 * 1000,
})
