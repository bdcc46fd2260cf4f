import type { MessageWords } from '#contract/http/messages'

/** What the server says about the second factor. */
export const secondFactorMessages = {
  second_factor_required: 'Type the 6-digit code of your authenticator app, or a recovery code.',
  second_factor_wrong:
    'The code is wrong or has been used. Type the one that your authenticator app shows now.',
  second_factor_off: 'Two-step verification is not on.',
  second_factor_is_on: 'Two-step verification is already on.',
  second_factor_switched_off: 'Two-step verification is off now.',
} satisfies Partial<MessageWords>
