import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CorrectedResponse } from '#contract/http/corrections'
import { correctionsQuery, sendCorrection } from '../../api/corrections.ts'
import { operationEventsKey, operationEventsQuery } from '../../api/events.ts'
import { subscribeLive } from '../../api/live.ts'
import { exceptUser } from '../../api/session.ts'
import { randomUuid } from '../../lib/random-uuid.ts'
import { correctionsText as text } from '../../text/corrections.ts'
import { toast } from '../../ui/toast/toast.ts'
import type { Wanted } from './model.ts'

/** All events of one operation and its corrections, as they change. */
export function useRecord(operationKey: string) {
  const client = useQueryClient()
  const events = useQuery(operationEventsQuery(operationKey))
  const corrections = useQuery(correctionsQuery(operationKey))
  useEffect(
    () =>
      subscribeLive((change) => {
        // A correction refetches by itself.
        if (
          change.type === 'resync' ||
          (change.type === 'event' && change.event.operationKey === operationKey)
        )
          void client.invalidateQueries({ queryKey: operationEventsKey(operationKey) })
      }),
    [client, operationKey],
  )
  return { events, corrections }
}

/** Corrects one operation. Sending the same again keeps its id, so a lost answer does not correct twice. */
export function useCorrect(operationKey: string) {
  const client = useQueryClient()
  const last = useRef({ wanted: '', correctionId: '' })
  return useMutation<CorrectedResponse, Error, Wanted>({
    mutationFn: (correction) => {
      const wanted = JSON.stringify(correction)
      if (last.current.wanted !== wanted) last.current = { wanted, correctionId: randomUuid() }
      return sendCorrection(operationKey, { ...correction, correctionId: last.current.correctionId })
    },
    onSuccess: () => toast({ title: text.saved, id: 'correction-saved' }),
    // A refusal too says that something here may be stale. Lists, figures and cards rest on it.
    onSettled: () => void client.invalidateQueries({ predicate: exceptUser }),
  })
}
