import type { Refusal } from '#domain/operation/decide'
import { Problem } from '../../http/problem.ts'
import { say } from '../../text/messages.ts'

/** The answer to an event that is not next. `operation` is the current state. */
export function refusalProblem({ allowed }: Refusal, operation: object): Problem {
  const sentence = allowed.length === 0 ? say('operation_ended') : say('step_not_next')
  return new Problem(409, 'not_next', sentence, { operation })
}
