import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

/**
 * The query string `search` with `values` under their `names`, a list as one parameter for each item; null, '' and empty
 * lists leave none. Other parameters stay. Without a leading '?'.
 */
export function withValues<T extends object>(
  search: string,
  names: Readonly<Record<keyof T & string, string>>,
  values: T,
): string {
  const params = new URLSearchParams(search)
  for (const [key, name] of Object.entries<string>(names)) {
    params.delete(name)
    const value: unknown = values[key as keyof T]
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== null && each !== '') params.append(name, String(each))
    }
  }
  return params.toString()
}

/** Ids of accounts among the values of a parameter. */
export const idsOf = (values: readonly string[]): number[] =>
  values.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)

/** Filters that are kept in the address: they survive another tab, a reload and sharing. */
export function useFiltersInAddress<T>(
  read: (search: string) => T,
  write: (search: string, filters: T) => string,
): [T, (filters: T) => void] {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const filters = useMemo(() => read(search), [read, search])
  const change = (next: T) =>
    setParams((old) => new URLSearchParams(write(old.toString(), next)), { replace: true })
  return [filters, change]
}
