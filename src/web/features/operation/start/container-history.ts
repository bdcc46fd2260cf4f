import { useState } from 'react'
import { isContainerNumber, normalizeContainerNumber } from '#domain/container/number'
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts'

/** Container numbers used on this device, most recent first. */
export type ContainerHistory = readonly string[]

export const HISTORY_LIMIT = 10
const HISTORY_KEY = 'container-history'

/** The valid entries of what was stored. */
export function parseHistory(stored: unknown): ContainerHistory {
  if (!Array.isArray(stored)) return []
  const numbers = stored.filter(
    (entry): entry is string => typeof entry === 'string' && isContainerNumber(entry),
  )
  return [...new Set(numbers)].slice(0, HISTORY_LIMIT)
}

export function remember(history: ContainerHistory, containerNumber: string): ContainerHistory {
  return [containerNumber, ...history.filter((entry) => entry !== containerNumber)].slice(0, HISTORY_LIMIT)
}

/** The entries that contain what is typed and are longer. */
export function suggestionsFor(history: ContainerHistory, typed: string): ContainerHistory {
  const text = normalizeContainerNumber(typed)
  return history.filter((entry) => entry.includes(text) && entry !== text)
}

export type StoredContainerHistory = ReturnType<typeof useContainerHistory>

export function useContainerHistory() {
  const [entries, setEntries] = useState<ContainerHistory>(() => parseHistory(readStored(HISTORY_KEY)))
  return {
    entries,
    add(containerNumber: string) {
      // Read again: another tab may have added in the meantime.
      const next = remember(parseHistory(readStored(HISTORY_KEY)), containerNumber)
      writeStored(HISTORY_KEY, next)
      setEntries(next)
    },
    clear() {
      removeStored(HISTORY_KEY)
      setEntries([])
    },
  }
}
