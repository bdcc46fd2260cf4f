import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { MailResponse, MailsResponse, TestMailResponse } from '#contract/http/console/mails'
import type { AdminFailure } from '../../../../api/admin/failure.ts'
import {
  fetchMails,
  type MailsAsked,
  mailsKey,
  retryMail,
  sendTestMail,
} from '../../../../api/admin/mails.ts'
import { auditKey } from '../../../../api/admin/system.ts'
import { adminMailsText as text } from '../../../../text/console.ts'
import { toast, toastFailure } from '../../../../ui/toast/toast.ts'

const ROWS = 25
/** While some wait, what became of them is asked again. */
const POLL_MS = 10_000

/** The mails in pages, newest first. */
export function useMails(filters: Omit<MailsAsked, 'limit'>) {
  const asked = { ...filters, limit: ROWS }
  return useInfiniteQuery<MailsResponse, AdminFailure, { pages: MailsResponse[] }, unknown[], string | null>({
    queryKey: [...mailsKey, asked],
    queryFn: ({ pageParam, signal }) => fetchMails(asked, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: POLL_MS,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.waiting ? POLL_MS : false),
    retry: false,
  })
}

/** How long a mail server usually takes: then the list shows what became of the mail. */
const SOON_MS = 1_500

export function useRetryMail() {
  const client = useQueryClient()
  return useMutation<MailResponse, AdminFailure, number>({
    mutationFn: retryMail,
    onSuccess: () => {
      toast({ title: text.retried, id: 'mail-retried' })
      setTimeout(() => void client.invalidateQueries({ queryKey: mailsKey }), SOON_MS)
    },
    onError: ({ message }) => toastFailure('mail-retried', text.retryFailed, message),
    onSettled: () =>
      Promise.all([mailsKey, auditKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

export function useTestMail() {
  const client = useQueryClient()
  return useMutation<TestMailResponse, AdminFailure, string>({
    mutationFn: sendTestMail,
    onSettled: () => client.invalidateQueries({ queryKey: auditKey }),
  })
}
