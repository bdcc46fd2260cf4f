import { VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { liveOperationsText as text } from '../../../../text/desk.ts'
import { eventLabel } from '../../../../text/labels.ts'
import { groupedText } from '../../../../ui/haulage/container-number-text.ts'
import type { BoardStore } from '../board-store.ts'

/** A yard of 200 trucks changes every second: announcing each change would never end. */
const SAY_EVERY_MS = 8000

/** Announces changes to screen readers: a sentence for one change, a number for several. */
export function ChangesSummary({ store }: { store: BoardStore }) {
  const [sentence, setSentence] = useState('')
  useEffect(() => {
    let said = store.get().events[0]?.seq ?? 0
    const timer = setInterval(() => {
      const fresh = store.get().events.filter(({ seq }) => seq > said)
      const [newest] = fresh
      if (!newest) return
      said = newest.seq
      setSentence(
        fresh.length === 1
          ? text.oneChange(newest.username, eventLabel(newest.eventType), groupedText(newest.containerNumber))
          : text.manyChanges(fresh.length),
      )
    }, SAY_EVERY_MS)
    return () => clearInterval(timer)
  }, [store])
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {sentence}
    </VisuallyHidden>
  )
}
