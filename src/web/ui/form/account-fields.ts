import { DISPLAY_NAME, PHONE, USERNAME } from '#domain/account/fields'

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
