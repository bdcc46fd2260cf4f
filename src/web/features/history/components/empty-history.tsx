import { Button } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { eventLogText } from '../../../text/event-log.ts'
import { historyText as text } from '../../../text/history.ts'
import classes from './history.module.css'

/** Nothing to list: none yet, or none that matches. */
export function EmptyHistory({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <div className={classes.empty}>
      <ScrollText size={40} aria-hidden="true" />
      <strong>{eventLogText.empty}</strong>
      <span>{filtered ? text.filteredHint : eventLogText.emptyHint}</span>
      {filtered && (
        <Button variant="default" onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </div>
  )
}
