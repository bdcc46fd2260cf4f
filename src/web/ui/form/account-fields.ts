import { DISPLAY_NAME, PHONE, USERNAME } from '#domain/account/fields'

/**
 * Props of the fields of somebody else's account. The browser fills nothing of its own in; the lengths are those that
 * the server takes.
 */
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
