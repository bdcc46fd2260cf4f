import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AlertRuleRequest, AlertRuleResponse, HandleAlertsRequest } from '#contract/http/desk/alerts'
import {
  type Alert,
  alertRulesQuery,
  alertsQuery,
  handleAlerts,
  isUnseen,
  quietHoursQuery,
  removeRule,
  saveQuietHours,
  saveRule,
  seeAlerts,
  takeAlert,
} from '../../../api/desk/alerts.ts'
import { HttpError } from '../../../lib/http.ts'
import { serverNow } from '../../../lib/time/server-clock.ts'
import { alertsText as text } from '../../../text/alerts.ts'
import { toast, toastFailure } from '../../../ui/toast/toast.ts'
import { asRequest } from './model.ts'

/** Why something failed, for the person who tried. */
export const reason = (error: unknown): string =>
  error instanceof HttpError ? error.sentence : text.trySaving

export type Handling = Omit<HandleAlertsRequest, 'ids'>

/** The alert as the server will have it. */
const handledAs = (alert: Alert, { acknowledged, note, assignedTo, snoozeMinutes }: Handling): Alert => {
  const at = (minutes: number) => new Date(serverNow() + minutes * 60_000).toISOString()
  return {
    ...alert,
    ...(acknowledged === undefined ? {} : { acknowledgedAt: acknowledged ? at(0) : null }),
    ...(note === undefined ? {} : { note }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
    ...(snoozeMinutes === undefined ? {} : { snoozedUntil: snoozeMinutes ? at(snoozeMinutes) : null }),
  }
}

/** What a toast says of it; null: what was done shows by itself. */
const saidOf = ({ acknowledged, snoozeMinutes }: Handling, count: number): string | null => {
  if (acknowledged === true) return text.acknowledgedMany(count)
  return snoozeMinutes ? text.snoozedMany(count, text.snoozeShort(snoozeMinutes)) : null
}

/** Handles alerts: shown at once, and taken back when the server refuses. What leaves the list can be undone. */
export function useHandleAlerts() {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ alerts, ...handling }: Handling & { alerts: readonly Alert[] }) =>
      handleAlerts({ ids: alerts.map(({ id }) => id), ...handling }),
    onMutate: ({ alerts, ...handling }) => {
      for (const alert of alerts) takeAlert(client, handledAs(alert, handling))
    },
    onSuccess: (changed, { alerts, ...handling }) => {
      for (const alert of changed) takeAlert(client, alert)
      const said = saidOf(handling, changed.length)
      if (said === null || changed.length === 0) return
      const back = handling.acknowledged ? { acknowledged: false } : { snoozeMinutes: null }
      const onPress = () => mutate({ alerts: changed, ...back })
      toast({ id: 'alerts-handled', title: said, action: { label: text.undo, onPress } })
    },
    onError: (error, { alerts }) => {
      for (const alert of alerts) takeAlert(client, alert)
      toastFailure('alerts-handled', text.saveFailed, reason(error))
      void client.invalidateQueries({ queryKey: alertsQuery.queryKey })
    },
  })
  return mutate
}

/** So long does a row stand in sight before it counts as looked at. */
const LOOK_MS = 1_000

/** Tells the server which alerts somebody has looked at: those in sight for a second, while the page has the focus. */
export function useSeen(inSight: readonly Alert[], now: number): void {
  const client = useQueryClient()
  const ids = inSight.filter((alert) => isUnseen(alert, now)).map(({ id }) => id)
  const key = ids.join()
  useEffect(() => {
    if (key === '') return
    const tell = async () => {
      if (!document.hasFocus()) return
      clearInterval(timer)
      // What is not told now is told when the list is looked at again.
      const seen = await seeAlerts(key.split(',').map(Number)).catch(() => [])
      for (const alert of seen) takeAlert(client, alert)
    }
    const timer = setInterval(() => void tell(), LOOK_MS)
    return () => clearInterval(timer)
  }, [client, key])
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
