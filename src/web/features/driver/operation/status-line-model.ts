import { outboxText as text } from '../../../text/driver.ts'
import type { SenderState } from './outbox/sender.ts'

export type StatusLook = 'sent' | 'sending' | 'offline' | 'held' | 'unread' | 'refused' | 'maintenance'

export interface Delivery {
  /** How many presses wait. */
  unsent: number
  /** How many refused presses the driver has not read. */
  refusals: number
  sender: SenderState
  online: boolean
  signedIn: boolean
  /** The store cannot be read. */
  unread: boolean
  maintenance: boolean
}

/** What the status line says. 'Todo enviado' only while nothing waits, nothing was refused and the store is readable. */
export function statusLineView(delivery: Delivery): { look: StatusLook; words: string } {
  const { unsent, refusals, sender, online, signedIn, unread, maintenance } = delivery
  if (refusals > 0) return { look: 'refused', words: text.refused(refusals, unsent) }
  if (unsent === 0 && unread) return { look: 'unread', words: text.unread }
  if (maintenance) return { look: 'maintenance', words: text.maintenance(unsent) }
  if (unsent === 0)
    return online ? { look: 'sent', words: text.allSent } : { look: 'offline', words: text.offlineAllSent }
  if (!online || sender === 'silent') return { look: 'offline', words: text.offline(unsent) }
  if (!signedIn || sender === 'signed_out') return { look: 'held', words: text.signedOut(unsent) }
  if (sender === 'busy') return { look: 'offline', words: text.busy(unsent) }
  return { look: 'sending', words: text.sending(unsent) }
}
