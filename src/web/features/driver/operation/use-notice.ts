import { useEffect } from 'react'
import { isStart } from '#domain/outbox/entry'
import { useStore } from '../../../lib/store.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { answered, type Notice, notice } from './notice.ts'
import type { DriverOutbox } from './outbox/outbox.ts'
import { goesOut } from './outbox/sender.ts'

/** The notice, as the server has answered its press. A refused start that it tells is no longer listed as refused. */
export function useNotice(outbox: DriverOutbox): Notice | null {
  const told = useStore(notice)
  const { box, sender } = useStore(outbox.view)
  const online = useOnline()
  const entry = box?.entries.find(({ eventId }) => eventId === told?.eventId)
  const shown = told && entry ? answered(told, entry, goesOut(sender, online)) : told
  useEffect(() => {
    // Kept as it is: the list of refused steps forgets the press.
    if (entry?.status !== 'refused' || shown === told) return
    notice.set(shown)
    if (shown !== null && isStart(entry)) void outbox.dismiss([entry]).catch(() => undefined)
  }, [entry, shown, told, outbox])
  return shown
}
