import { operatorsText as text } from '../../../text/operators.ts'

export const passwordToggle = { 'aria-label': text.showPassword, tabIndex: 0, 'aria-hidden': false } as const
