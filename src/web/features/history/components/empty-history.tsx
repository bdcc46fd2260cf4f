import { Button } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { eventLogText } from '../../../text/event-log.ts'
import { historyText as text } from '../../../text/history.ts'
import { Empty } from '../../../ui/panel/empty.tsx'

/** Nothing to list: none yet, or none that matches. */
export function EmptyHistory({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Empty Icon={ScrollText} title={eventLogText.empty}>
      <span>{filtered ? text.filteredHint : eventLogText.emptyHint}</span>
      {filtered && (
        <Button variant="default" onClick={onClear}>
          {text.clear}
        </Button>
      )}
    </Empty>
  )
}
