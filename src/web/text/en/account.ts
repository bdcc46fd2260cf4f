import type { account as spanish } from '../es/account.ts'
import type { Words } from '../words.ts'

export const account: Words<typeof spanish> = {
  confirmTitle: 'Confirm your e-mail address',
  confirmSubtitle: 'To recover your password if you forget it',
  confirmHint: 'With a confirmed address you can recover your password if you forget it.',
  confirmSubmit: 'Confirm my address',
  confirmPending: 'Confirming...',
  confirmErrorTitle: 'The address could not be confirmed',
  confirmFailure: 'There was a problem confirming your address. Try again.',
  confirmDoneTitle: 'Address confirmed',
  confirmDone: 'If you ever forget your password, we will send a link to this address.',
  missingTitle: 'Open the link in your e-mail',
  missingToken: 'The token is missing from the link. Open the complete link of the e-mail.',
  goOn: 'Continue',
}
