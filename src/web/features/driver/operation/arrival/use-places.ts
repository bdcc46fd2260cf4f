import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { DriverPlace } from '#contract/http/driver/places'
import { activeOperationKey } from '../../../../api/driver/driver-operations.ts'
import { driverPlacesQuery } from '../../../../api/driver/driver-places.ts'
import type { Operation } from '../../../../api/operation.ts'

/**
 * The place that the operation was given, null: none, or not known yet; and the places where it may arrive: that one
 * alone, else all.
 */
export function usePlaces(): { given: DriverPlace | null; possible: readonly DriverPlace[] } {
  const { data: places = NONE, refetch } = useQuery(driverPlacesQuery)
  // What the poll of the driver's screen has brought.
  const { data: operation } = useQuery<Operation | null>({ queryKey: activeOperationKey, enabled: false })
  const id = (operation?.placeGiven && operation.placeId) || null
  const given = places.find((place) => place.id === id) ?? null
  const isNew = id !== null && given === null
  useEffect(() => {
    if (isNew) void refetch()
  }, [isNew, refetch])
  const possible = useMemo(() => (id === null ? places : given ? [given] : NONE), [id, places, given])
  return { given, possible }
}

const NONE: readonly DriverPlace[] = []
