import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContractRequest } from '#contract/http/detention'
import { detentionPath, saveContract } from '../../../api/detention.ts'
import { detentionText as text } from '../../../text/desk.ts'
import { toast } from '../../../ui/toast/toast.ts'

/** All that a contract changes is asked for again: the list, the month, and what the cards count with. */
export function useSaveContract() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, contract }: { id: number | null; contract: ContractRequest }) =>
      saveContract(id, contract),
    onSuccess: () => {
      void client.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith(detentionPath),
      })
      toast({ title: text.saved, id: 'contract-saved' })
    },
  })
}
