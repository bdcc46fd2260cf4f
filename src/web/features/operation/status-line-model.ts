import { outboxText as text } from '../../text/outbox.ts'
import type { SenderState } from './outbox/sender.ts'

export type StatusLook = 'sent' | 'sending' | 'offline' | 'held' | 'unread'

/** What the status line says. 'Todo enviado' only while nothing is stored as waiting and the store is readable. */
export function statusLineView(
  unsent: number,
  sender: SenderState,
  online: boolean,
  signedIn: boolean,
  unread: boolean,
): { look: StatusLook; words: string } {
  if (unsent === 0 && unread) return { look: 'unread', words: text.unread }
  if (unsent === 0)
    return online ? { look: 'sent', words: text.allSent } : { look: 'offline', words: text.offlineAllSent }
  if (!online || sender === 'silent') return { look: 'offline', words: text.offline(unsent) }
  if (!signedIn || sender === 'signed_out') return { look: 'held', words: text.signedOut(unsent) }
  if (sender === 'busy') return { look: 'offline', words: text.busy(unsent) }
  return { look: 'sending', words: text.sending(unsent) }
}
