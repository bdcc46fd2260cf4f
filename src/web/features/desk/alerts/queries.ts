import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AlertRuleRequest, AlertRuleResponse, HandleAlertRequest } from '#contract/http/alerts'
import {
  alertRulesQuery,
  handleAlert,
  quietHoursQuery,
  removeRule,
  saveQuietHours,
  saveRule,
  takeAlert,
} from '../../../api/alerts.ts'
import { HttpError } from '../../../lib/http.ts'
import { alertsText as text } from '../../../text/alerts.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { asRequest } from './model.ts'

/** Why something failed, for the person who tried. */
export const reason = (error: unknown): string =>
  error instanceof HttpError ? error.sentence : text.trySaving

export function useHandleAlert(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HandleAlertRequest) => handleAlert(id, body),
    onSuccess: (alert) => takeAlert(client, alert),
    onError: (error) => toastFailure(`alert-${id}`, text.saveFailed, reason(error)),
  })
}

const { queryKey } = alertRulesQuery

/** The switch moves at once, and back when the server refuses. */
export function useSwitchRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rule: AlertRuleResponse) => saveRule(rule.id, asRequest(rule)),
    onMutate: (rule) =>
      client.setQueryData(queryKey, (old) =>
        old?.map((row) => (row.id === rule.id ? { ...row, ...rule } : row)),
      ),
    onSuccess: () => toast({ title: text.ruleSaved, id: 'alert-rule' }),
    onError: (error) => toastFailure('alert-rule', text.saveFailed, reason(error)),
    onSettled: () => void client.invalidateQueries({ queryKey }),
  })
}

/** Adds (`id` null) or changes a rule. The form shows the error and keeps what was typed. */
export function useSaveRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, rule }: { id: number | null; rule: AlertRuleRequest }) => saveRule(id, rule),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey })
      toast({ title: text.ruleSaved, id: 'alert-rule' })
    },
  })
}

export function useRemoveRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: removeRule,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey })
      toast({ title: text.ruleRemoved, id: 'alert-rule' })
    },
  })
}

/** `onSaved`: what was typed is what the server has. */
export function useSaveQuietHours(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: saveQuietHours,
    onSuccess: (hours) => {
      client.setQueryData(quietHoursQuery.queryKey, hours)
      onSaved()
      toast({ title: text.quietSaved, id: 'quiet-hours' })
    },
    onError: (error) => toastFailure('quiet-hours', text.saveFailed, reason(error)),
  })
}
