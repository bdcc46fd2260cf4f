import { DISPLAY_NAME, PHONE, USERNAME } from '#domain/account/fields'
import { commonText } from '../../text/page.ts'

/** Props of the fields of the user's own account. */
export const OWN_USERNAME_FIELD = {
  autoComplete: 'username',
  autoCapitalize: 'none',
  spellCheck: false,
} as const
export const OWN_EMAIL_FIELD = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  autoCapitalize: 'none',
} as const

/** Makes the 'show password' button usable by keyboard and screen reader, which Mantine leaves out. */
export const passwordField = (
  autoComplete: 'current-password' | 'new-password',
  showLabel: string = commonText.showPassword,
) => ({
  autoComplete,
  visibilityToggleButtonProps: { 'aria-label': showLabel, tabIndex: 0, 'aria-hidden': false },
})

/** Props of the fields of another person's account: without the browser's autofill, with the server's length limits. */
export const USERNAME_FIELD = {
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: USERNAME.max,
} as const
export const DISPLAY_NAME_FIELD = { autoComplete: 'off', maxLength: DISPLAY_NAME.max } as const
export const PHONE_FIELD = {
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'off',
  maxLength: PHONE.max,
} as const
