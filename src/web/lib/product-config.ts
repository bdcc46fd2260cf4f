import { useQuery } from '@tanstack/react-query'
import type { ProductConfigResponse } from '#contract/http/product-config'

const KEY = ['/api/config']

/** How this product is set up; undefined until it is known. It does not change while the page is open. */
export function useProductConfig(): ProductConfigResponse | undefined {
  return useQuery<ProductConfigResponse>({ queryKey: KEY, staleTime: Number.POSITIVE_INFINITY }).data
}

/** The zone that this device keeps. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone whose days filters mean; the device's until the server has said. */
export function useProductZone(): string {
  return useProductConfig()?.timezone ?? deviceZone()
}
