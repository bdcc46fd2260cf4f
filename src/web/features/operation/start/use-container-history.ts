import { useState } from 'react'
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts'
import { type ContainerHistory, HISTORY_KEY, parseHistory, remember } from './container-history.ts'

export interface StoredContainerHistory {
  entries: ContainerHistory
  add(containerNumber: string): void
  clear(): void
}

export function useContainerHistory(): StoredContainerHistory {
  const [entries, setEntries] = useState(() => parseHistory(readStored(HISTORY_KEY)))
  return {
    entries,
    add(containerNumber) {
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
