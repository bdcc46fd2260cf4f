import type { secondFactor as es } from '../../es/people/second-factor.ts'
import type { Words } from '../../words.ts'

export { secondFactorMessages as messages } from './second-factor-messages.ts'

export const secondFactor: Words<typeof es> = {
  title: 'Two-step verification',
  hint: 'Besides the password you are asked for a code of your phone. Nobody gets in with the password alone.',
  adminHint: 'Besides the key you are asked for a code of your phone. Nobody gets in with the key alone.',
  on: 'On',
  codesLeft: (n: number) =>
    n === 0 ? 'No recovery codes left' : `${n === 1 ? '1 recovery code' : `${n} recovery codes`} left`,
  loadFailed: 'Two-step verification could not be loaded',
  failed: 'That did not work. Please try again.',

  code: '6-digit code',
  codeHint: 'The one that your authenticator app shows now.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the ten that you kept. It works once.',
  useRecovery: 'Use a recovery code',
  useApp: 'Use the authenticator app',
  codeRequired: 'Type the code',
  password: 'Password',
  passwordHint: 'For your security, type it again.',
  key: 'Administrator key',
  showKey: 'Show or hide the key',

  switchOn: 'Switch on',
  setUpTitle: 'Switch on two-step verification',
  setUpHint:
    'You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or that of your password manager.',
  next: 'Continue',
  scan: 'Scan this code with the app:',
  qr: 'QR code for the authenticator app',
  byHand: 'Or type this key into it',
  confirm: 'Switch on',
  working: 'Checking...',
  switchedOn: 'Two-step verification is on',

  codesTitle: 'Recovery codes',
  codesHint:
    'Keep them somewhere else than on the phone. If you lose it, each of them works once instead of the code. They will not be shown again.',
  copy: 'Copy',
  copied: 'Copied',
  copyDone: 'Codes copied',
  copyFailed: 'The codes could not be copied',
  copyByHand: 'Select them and copy them by hand.',
  download: 'Download',
  file: 'acarreo-recovery-codes.txt',
  fileTitle: 'Recovery codes of Acarreo. Each works once.',
  kept: 'I have kept them',

  renew: 'New codes',
  renewTitle: 'New recovery codes',
  renewHint: 'The old ones will stop working.',
  renewSubmit: 'Make codes',

  switchOff: 'Switch off',
  offTitle: 'Switch off two-step verification',
  offHint: 'After that the password is enough to get into your account.',
  adminOffHint: 'After that the key is enough to get into the console.',
  switchedOff: 'Two-step verification is off',

  requiredTitle: 'Switch on two-step verification',
  requiredWhy:
    'The administrator asks it of every supervisor. Switch it on once, and go on. Each time you log in you will be asked for a code of your phone.',
  requiredLeave: 'Leave',

  removeHint:
    'If they have lost their phone and their recovery codes, take it off so that they can get in. Check first who is asking.',
  remove: 'Take two-step verification off',
  removeTitle: 'Take two-step verification off',
  removeNote: 'After that their password is enough to get in. They will get a mail about it.',
  removeSubmit: 'Take off',
  removed: 'Two-step verification taken off',
}
