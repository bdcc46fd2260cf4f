import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ContractRequest } from '#contract/http/detention'
import { detentionPath, evidenceFile, type PackSubject, saveContract } from '../../api/detention.ts'
import { HttpError } from '../../lib/http.ts'
import { fileNameOf, saveFile } from '../../lib/save-file.ts'
import { detentionText as text } from '../../text/detention.ts'
import { language } from '../../text/language.ts'
import { toast } from '../../ui/toast/toast.ts'

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

export function useEvidence() {
  return useMutation({
    mutationFn: async ({ subject, format }: { subject: PackSubject; format: 'pdf' | 'csv' }) => {
      const response = await evidenceFile(subject, format, language)
      const name = fileNameOf(response.headers.get('content-disposition'), `expediente.${format}`)
      saveFile(await response.blob(), name)
      return name
    },
    onSuccess: (name) => toast({ title: text.issued, description: name, id: 'evidence' }),
    onError: (error) =>
      toast({
        title: error instanceof HttpError ? error.sentence : text.issueFailed,
        variant: 'destructive',
        id: 'evidence',
      }),
  })
}
