import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entry } from '#domain/outbox/entry'
import { emptyOutbox } from '#domain/outbox/entry'
import { createStore } from '../../../../lib/store.ts'
import type { OutboxView } from './kept-box.ts'
import type { SenderState } from './sender.ts'
import { verdictOn } from './verdict.ts'

const viewOf = (status: Entry['status'] | null, sender: SenderState): OutboxView => ({
  box: {
    ...emptyOutbox(7),
    entries: status === null ? [] : [{ eventId: 'start', status } as Entry],
  },
  sender,
  durable: true,
  unread: false,
  othersWait: false,
  mayBeForgotten: false,
})

const phone = { onLine: true }
const browser = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  phone.onLine = true
  vi.stubGlobal('navigator', phone)
  vi.stubGlobal('window', browser)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the verdict on a press', () => {
  it.each([
    ['delivered', 'recorded'],
    ['refused', 'refused'],
    [null, 'recorded'],
  ] as const)('is heard once the server has answered: %s is %s', async (status, verdict) => {
    const view = createStore(viewOf('waiting', 'idle'))
    const heard = verdictOn('start', view)
    view.set(viewOf('waiting', 'sending'))
    await vi.advanceTimersByTimeAsync(4_000)
    view.set(viewOf(status, 'sending'))
    expect(await heard).toBe(verdict)
  })

  it.each(['silent', 'busy', 'signed_out'] as const)('stays open when the sender is %s', async (sender) => {
    const view = createStore(viewOf('waiting', 'sending'))
    const heard = verdictOn('start', view)
    view.set(viewOf('waiting', sender))
    expect(await heard).toBe('open')
  })

  it('stays open when the network goes meanwhile', async () => {
    const heard = verdictOn('start', createStore(viewOf('waiting', 'sending')))
    phone.onLine = false
    browser.dispatchEvent(new Event('offline'))
    expect(await heard).toBe('open')
  })

  it('stays open after five seconds without an answer', async () => {
    const heard = vi.fn()
    void verdictOn('start', createStore(viewOf('waiting', 'sending'))).then(heard)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(heard).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(heard).toHaveBeenCalledWith('open')
  })
})
