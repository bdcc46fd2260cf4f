import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContractRequest } from '#contract/http/desk/detention'
import type { SettlementState } from '#domain/detention/settlement'
import { detentionPath, type SettledSubject, saveContract, settle } from '../../../api/desk/detention.ts'
import { type PackSubject, sendPack } from '../../../api/desk/evidence.ts'
import { detentionText as text } from '../../../text/desk.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** Everything of the tab is asked for again. */
const refreshDetention = (client: QueryClient) =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => String(queryKey[0]).startsWith(detentionPath),
  })

/** All that a contract changes is asked for again: the list, the month, and what the cards count with. */
export function useSaveContract() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, contract }: { id: number | null; contract: ContractRequest }) =>
      saveContract(id, contract),
    onSuccess: () => {
      void refreshDetention(client)
      toast({ title: text.saved, id: 'contract-saved' })
    },
  })
}

export function useSettle() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      subject,
      ...said
    }: {
      subject: SettledSubject
      state: SettlementState
      note: string | null
    }) => settle(subject, said),
    onSuccess: ({ changed }, { state }) => {
      void refreshDetention(client)
      toast({ title: text.settled(changed, text.states[state]), id: 'settled' })
    },
  })
}

export function useSendPack(subject: PackSubject) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ email }: { email: string | null }) => sendPack(subject, email),
    onSuccess: (_link, { email }) => {
      void refreshDetention(client)
      if (email !== null) toast({ title: text.mailed, description: email, id: 'pack-sent' })
    },
  })
}
