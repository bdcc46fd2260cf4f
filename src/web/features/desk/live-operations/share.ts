import type { LinkLevel } from '#domain/container/share-link'
import { milestoneAfter } from '#domain/forecast/forecast'
import { SOME_STOP, toldEvent } from '#domain/operation/told'
import type { StepForecast } from '../../../api/forecasts.ts'
import type { Operation } from '../../../api/operation.ts'
import { operationLinksText, liveOperationsText as text } from '../../../text/desk.ts'
import { statusLabel } from '../../../text/labels.ts'
import { groupedText } from '../../../ui/haulage/container-number-text.ts'
import { expectedText } from './expected.ts'

/** What is sent with a link: container, state and expected time, no more than its `level` shows. `now`: epoch milliseconds. */
export function shareMessage(
  { containerNumber, operationType, newestEventType, newestStepType }: Operation,
  { level, expected, now }: { level: LinkLevel; expected: StepForecast | null; now: number },
): string {
  const told = toldEvent(newestEventType, level === 'full')
  const state = told === SOME_STOP ? operationLinksText.someStop : statusLabel(operationType, told)
  const milestone = milestoneAfter(operationType, newestStepType)
  const isKnown = expected !== null && expected.kind !== 'late' && expected.fromAt !== null
  const when =
    level !== 'status' && milestone && isKnown
      ? ` ${text.expectedShort(milestone)}: ${expectedText(expected, now)}.`
      : ''
  return `${operationLinksText.messageOf(groupedText(containerNumber), state)}${when}`
}

/** Opens WhatsApp, which asks for whom. */
export const whatsAppAddress = (message: string): string =>
  `https://wa.me/?text=${encodeURIComponent(message)}`
