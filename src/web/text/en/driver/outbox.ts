import type * as es from '../../es/driver/outbox.ts'
import type { Words } from '../../words.ts'

const toSend = (n: number): string => (n === 1 ? '1 step to send' : `${n} steps to send`)

export const outbox: Words<typeof es.outbox> = {
  toSend,
  label: 'Delivery',
  allSent: 'Everything sent',
  sending: (n) => `Sending · ${toSend(n)}`,
  offline: (n) => `No connection · ${toSend(n)}`,
  offlineAllSent: 'No connection · Everything sent',
  busy: (n) => `Server busy · ${toSend(n)}`,
  maintenance: (n) => `Maintenance: saved on the phone${n > 0 ? ` · ${toSend(n)}` : ''}`,
  signedOut: (n) => `Session ended · ${toSend(n)}`,
  unread: 'What is saved could not be read',
  signIn: 'Log in',
  notKept: 'This phone cannot keep steps: without a connection you cannot record them.',
  mayBeForgotten:
    'What is still on the phone could be lost if it runs out of space. Send it as soon as you have a signal.',
  othersWait:
    'Steps of another operator wait on this phone. They will be sent when that person logs in here.',
  savedHere: 'Saved on this phone. It will be sent as soon as there is a connection.',

  refused: (n, unsent = 0) =>
    `${n === 1 ? '1 step refused' : `${n} steps refused`}${unsent > 0 ? ` · ${toSend(unsent)}` : ''}`,
  pressedAt: (time) => `Pressed at ${time}`,
  refusals: {
    already_recorded: 'It was recorded already from another device. You can go on from here.',
    not_next:
      'It was changed from another device, or corrected by your supervisor. The current state is shown.',
    ended: 'The operation was finished already from another device.',
    retracted: 'Your supervisor took this step back.',
    cancelled: 'Your supervisor cancelled the operation.',
    depends_on: 'It depended on an earlier step that was not recorded.',
    active_operation: 'You already had another active operation.',
    container_busy: 'That container already has an active operation.',
    unknown_operation: 'The server no longer has this operation. Ask your supervisor.',
    rejected: 'The server did not accept this step. Ask your supervisor.',
    undo_refused: 'The step stays on record. Your supervisor can correct it.',
  },

  logoutTitle: (n) => `You have ${toSend(n)}`,
  logoutHint: (n) =>
    n === 1
      ? 'If you log out now, it stays saved on this phone and is sent when you log in here again.'
      : 'If you log out now, they stay saved on this phone and are sent when you log in here again.',
  logoutStay: 'Stay',
  logoutLeave: 'Log out',
}
