import { useState } from 'react'
import { normalizeContainerNumber } from '#domain/container/number'
import { parseNumbers, type RecentNumbers, remember } from '#domain/container/recent-numbers'
import { readStored, removeStored, writeStored } from '../../../../lib/storage.ts'

/** Container numbers used on this device. */
const HISTORY_KEY = 'container-history'

/** The entries that contain what is typed and are longer. */
export function suggestionsFor(history: RecentNumbers, typed: string): RecentNumbers {
  const text = normalizeContainerNumber(typed)
  return history.filter((entry) => entry.includes(text) && entry !== text)
}

export type StoredContainerHistory = ReturnType<typeof useContainerHistory>

export function useContainerHistory() {
  const [entries, setEntries] = useState<RecentNumbers>(() => parseNumbers(readStored(HISTORY_KEY)))
  return {
    entries,
    add(containerNumber: string) {
      // Read again: another tab may have added in the meantime.
      const next = remember(parseNumbers(readStored(HISTORY_KEY)), containerNumber)
      writeStored(HISTORY_KEY, next)
      setEntries(next)
    },
    clear() {
      removeStored(HISTORY_KEY)
      setEntries([])
    },
  }
}
