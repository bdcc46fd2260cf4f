import { isOperationKey } from '#domain/container/operation-key'
import { notFound } from '../../../http/answer/problem.ts'
import { say } from '../../../text/messages.ts'
import type { Subject } from './queries.ts'

/** What a request asks about, in the names of the wire. Throws 404 for what is no operation key. */
export function askedSubject(asked: { containerId: string } | { clientId: number; month: string }): Subject {
  if (!('containerId' in asked)) return asked
  if (!isOperationKey(asked.containerId)) throw notFound(say('operation_not_found'))
  return { operationKey: asked.containerId }
}
