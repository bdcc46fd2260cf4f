import type { CorrectionRefusal } from '#domain/operation/correct'
import type { Refusal } from '#domain/operation/decide'
import { Problem } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'

/** The answer to an event that is not next. `operation` is the current state. */
export function refusalProblem({ allowed }: Refusal, operation: object): Problem {
  const sentence = allowed.length === 0 ? say('operation_ended') : say('step_not_next')
  return new Problem(409, 'not_next', sentence, { operation })
}

const iso = (time: number): string | null => (Number.isFinite(time) ? new Date(time).toISOString() : null)

/**
 * The answer to a correction that cannot be: 409 with the current state where the operation has moved or ended otherwise, else
 * 422. `operation` is the current state; `earliest` and `latest` are the bounds of a time, null: none.
 */
export function correctionProblem(refusal: CorrectionRefusal, operation: object): Problem {
  switch (refusal.reason) {
    case 'unknown_event':
      return new Problem(409, 'correction_refused', say('correction_unknown_event'), { operation })
    case 'not_the_newest':
      return new Problem(409, 'correction_refused', say('correction_not_newest'), { operation })
    case 'already_cancelled':
      return new Problem(409, 'correction_refused', say('correction_cancelled'), { operation })
    case 'out_of_bounds': {
      const bounds = { earliest: iso(refusal.earliest), latest: iso(refusal.latest) }
      return new Problem(422, 'correction_refused', say('correction_out_of_bounds'), bounds)
    }
    case 'not_a_stop':
      return new Problem(422, 'correction_refused', say('correction_not_a_stop'))
    case 'is_the_start':
      return new Problem(422, 'correction_refused', say('correction_of_start'))
    case 'no_change':
      return new Problem(422, 'correction_refused', say('correction_no_change'))
  }
}
