import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { v7 as orderedUuid } from 'uuid'
import type { CorrectedResponse, CorrectionRequest } from '#contract/http/desk/corrections'
import { correctionsQuery, sendCorrection } from '../../../api/desk/corrections.ts'
import { useOperationEvents } from '../../../api/desk/operation-events.ts'
import type { Correction } from '../../../api/operation.ts'
import { exceptUser } from '../../../api/people/session.ts'
import { correctionsText as text } from '../../../text/desk.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { Wanted } from './model.ts'

/** All events of one operation and its corrections, as they change. */
export function useRecord(operationKey: string) {
  const events = useOperationEvents(operationKey)
  const corrections = useQuery(correctionsQuery(operationKey))
  return { events, corrections }
}

/**
 * Corrects one operation. Sending the same again keeps its id, so a lost answer does not correct twice. `onStored` also
 * when the answer was lost and `corrections`, those of the operation, show that it was stored.
 */
export function useCorrect(operationKey: string, corrections: readonly Correction[], onStored: () => void) {
  const client = useQueryClient()
  const mutation = useMutation<CorrectedResponse, Error, CorrectionRequest>({
    mutationFn: (correction) => sendCorrection(operationKey, correction),
    // A refusal too says that something here may be stale. Lists, figures and cards rest on it.
    onSettled: () => void client.invalidateQueries({ predicate: exceptUser }),
  })
  const { correctionId: id, ...sent } = mutation.variables ?? {}
  const isStored =
    mutation.isSuccess || (mutation.isError && corrections.some(({ correctionId }) => correctionId === id))
  const stored = useEffectEvent(() => {
    toast({ title: text.saved, id: 'correction-saved' })
    onStored()
  })
  useEffect(() => {
    if (isStored) stored()
  }, [isStored])
  const send = (wanted: Wanted) => {
    const again = JSON.stringify(wanted) === JSON.stringify(sent)
    mutation.mutate({ ...wanted, correctionId: again ? id : orderedUuid() })
  }
  return { send, isPending: mutation.isPending, error: isStored ? null : mutation.error }
}
