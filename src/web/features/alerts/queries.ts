import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AlertRuleResponse, HandleAlertRequest } from '#contract/http/alerts'
import { alertRulesQuery, changeRule, handleAlert, takeAlert } from '../../api/alerts.ts'
import { HttpError } from '../../lib/http.ts'
import { alertsText as text } from '../../text/alerts.ts'
import { toast, toastFailure } from '../../ui/toast/toast.ts'
import { asRequest } from './model.ts'

const reason = (error: unknown): string => (error instanceof HttpError ? error.sentence : text.trySaving)

export function useHandleAlert(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HandleAlertRequest) => handleAlert(id, body),
    onSuccess: (alert) => takeAlert(client, alert),
    onError: (error) => toastFailure(`alert-${id}`, text.saveFailed, reason(error)),
  })
}

/** The switch moves at once, and back when the server refuses; how often the rule fires is counted again. */
export function useChangeRule() {
  const client = useQueryClient()
  const { queryKey } = alertRulesQuery
  return useMutation({
    mutationFn: (rule: AlertRuleResponse) => changeRule(rule.id, asRequest(rule)),
    onMutate: (rule) =>
      client.setQueryData(queryKey, (old) =>
        old?.map((row) => (row.id === rule.id ? { ...row, ...rule } : row)),
      ),
    onSuccess: () => toast({ title: text.ruleSaved, id: 'alert-rule' }),
    onError: (error) => toastFailure('alert-rule', text.saveFailed, reason(error)),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}
