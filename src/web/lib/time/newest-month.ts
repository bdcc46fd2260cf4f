import { useState } from 'react'

/**
 * The current month by the server (`yyyy-MM`), from what was asked for without a month: later months have nothing. Null
 * until something was. `answered`: the month of the newest answer to `asked`.
 */
export function useNewestMonth(answered: string | undefined, asked: string | null): string | null {
  const [newest, setNewest] = useState<string | null>(null)
  const found =
    asked === null && answered !== undefined && (newest === null || answered > newest) ? answered : null
  if (found !== null) setNewest(found)
  return found ?? newest
}
