import type { EventFilters } from '#contract/http/desk/history'
import { bothNames } from '#domain/account/both-names'
import { isOperationKey } from '#domain/container/operation-key'
import { eventTypesCalled } from '#domain/history/event-filter'
import { possibleInstant } from '../../../db/limits.ts'
import type { EventMatch } from '../../../record/read/history.ts'
import type { OperatorRow } from '../../people/operators/queries.ts'

/** As of now: an account that is gone has none. */
export type OperatorName = Pick<OperatorRow, 'id' | 'username' | 'displayName'>

export const EVERYTHING: EventMatch = {
  operatorIds: null,
  containers: null,
  eventTypes: null,
  from: null,
  to: null,
  withoutPosition: null,
  outside: null,
  ids: null,
  text: null,
}

/** `operators`: all of the supervisor, whose display names are in no row of the record. */
export function matchOf(filters: EventFilters, operators: readonly OperatorName[]): EventMatch {
  const { operatorId, containerId, eventType, from, to, position, q, ...forgotten } = filters
  forgotten satisfies Record<string, never>
  return {
    operatorIds: operatorId.length === 0 ? null : operatorId,
    containers:
      containerId.length === 0
        ? null
        : {
            keys: containerId.filter(isOperationKey),
            numbers: containerId.filter((text) => !isOperationKey(text)),
          },
    eventTypes: eventType.length === 0 ? null : eventType,
    from: from === undefined ? null : possibleInstant(from),
    to: to === undefined ? null : possibleInstant(to),
    withoutPosition: position === 'missing' ? true : null,
    outside: position === 'outside' ? true : null,
    ids: null,
    text: q
      ? { contained: q, operatorIds: operatorsCalled(q, operators), eventTypes: eventTypesCalled(q) }
      : null,
  }
}

function operatorsCalled(text: string, operators: readonly OperatorName[]): number[] {
  const wanted = text.toLowerCase()
  return operators.filter((one) => bothNames(one).toLowerCase().includes(wanted)).map(({ id }) => id)
}

/** Adds the limit of the last `days` days before `now`; 0: no limit. */
export function within(match: EventMatch, days: number, now: number): EventMatch {
  if (days === 0) return match
  const since = now - days * 24 * 60 * 60 * 1000
  return { ...match, from: new Date(Math.max(match.from?.getTime() ?? since, since)) }
}
