import type { Refusal } from '#domain/operation/decide'
import { Problem } from '../../http/problem.ts'
import { say } from '../../text/messages.ts'

/** The answer to an impossible time, or to an event that is not next. `operation` is the current state. */
export function refusalProblem(refusal: Refusal, operation?: object): Problem {
  switch (refusal.reason) {
    case 'in_future':
      return new Problem(422, 'impossible_time', say('time_in_future'))
    case 'before_newest':
      return new Problem(422, 'impossible_time', say('time_before_newest'))
    case 'not_next':
      return new Problem(
        409,
        'not_next',
        refusal.allowed.length === 0 ? say('operation_ended') : say('step_not_next'),
        operation ? { operation } : {},
      )
  }
}
