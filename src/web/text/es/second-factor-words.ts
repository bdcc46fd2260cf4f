export { secondFactor } from './second-factor.ts'
export { secondFactorMessages } from './second-factor-messages.ts'
