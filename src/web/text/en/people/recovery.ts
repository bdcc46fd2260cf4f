import type * as es from '../../es/people/recovery.ts'
import type { Words } from '../../words.ts'

export const recovery: Words<typeof es.recovery> = {
  title: 'Recover password',
  subtitle: 'We send you a link by e-mail',
  requestTab: 'Request',
  resetTab: 'Reset',
  back: 'Back to the login',

  requestHint: 'Type your username, your e-mail address, or both if several people share the address.',
  requestSubmit: 'Send link',
  requestPending: 'Sending...',
  requestErrorTitle: 'The request could not be sent',
  identityRequired: 'You must give at least a username or an e-mail address',
  requestFailure: 'There was a problem with your request.',
  noEmailTitle: 'Does your account have no e-mail address?',
  noEmail:
    'If you are an operator and your supervisor created your account, ask them for a new password: they can set it at their desk, in My Operators.',
  support: 'For anything else, write to',

  sentTitle: 'Check your e-mail',
  sent: 'If there is an account with that data, you will receive an e-mail with instructions.',
  sentSteps: [
    'Open the link in the e-mail: it is valid for 60 minutes and works once.',
    'If it does not arrive in a few minutes, look in the spam folder.',
    'If the account has no e-mail address, nothing will arrive.',
  ],
  again: 'Send again',
  sentAgain: 'Received. At most three e-mails an hour arrive; the link of any of them works.',
  otherData: 'Use other data',

  resetHint: 'Changing it ends all open sessions of this user.',
  resetSubmit: 'Reset password',
  resetPending: 'Resetting...',
  resetErrorTitle: 'The password could not be reset',
  resetFailure: 'There was a problem resetting your password.',

  invalidTitle: 'The link no longer works',
  invalidToken: 'The token is not valid or has expired. Request a new one.',
  missingTitle: 'Open the link in your e-mail',
  missingToken:
    'The token is missing from the link. Open the complete link of the e-mail or request a new one.',
  askForOne: 'Request a link',

  doneTitle: 'Password reset',
  done: 'You can log in with your new password now. The sessions that were open have ended.',
  signIn: 'Log in',

  connectionTitle: 'Connection error',
}
