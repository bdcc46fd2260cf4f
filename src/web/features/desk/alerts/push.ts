import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endPushSubscription, fetchPushKey, keepPushSubscription } from '../../../api/desk/alerts.ts'
import { HttpError } from '../../../lib/http.ts'
import { alertsText as text } from '../../../text/alerts.ts'
import { toastFailure } from '../../../ui/toast/toast.ts'

export type PushState = 'on' | 'off' | 'denied' | 'unsupported'

const KEY = ['push-state']
const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  isSupported() ? navigator.serviceWorker.getRegistration() : undefined

const keep = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await keepPushSubscription({ endpoint, keys: { p256dh, auth } })
}

/** A browser that is subscribed is told to the server again: this may be another session. */
async function readState(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await worker.pushManager.getSubscription()
  if (!subscription) return 'off'
  await keep(subscription)
  return 'on'
}

/** Whether alerts are pushed to this browser. */
export const usePushState = () =>
  useQuery({ queryKey: KEY, queryFn: readState, staleTime: Infinity, retry: false })

async function switchOn(): Promise<PushState> {
  const worker = await registration()
  if (!worker) return 'unsupported'
  // The browser asks only in answer to a press.
  if ((await Notification.requestPermission()) !== 'granted') return readState()
  const { publicKey } = await fetchPushKey()
  const known = await worker.pushManager.getSubscription()
  // Of another key, which the server does not have any more.
  await known?.unsubscribe()
  await keep(await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  return 'on'
}

async function switchOff(): Promise<PushState> {
  const subscription = await (await registration())?.pushManager.getSubscription()
  if (subscription) {
    await endPushSubscription(subscription.endpoint)
    await subscription.unsubscribe()
  }
  return 'off'
}

export function useSwitchPush() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) => (on ? switchOn() : switchOff()),
    onSuccess: (state) => client.setQueryData<PushState>(KEY, state),
    onError: (error) =>
      toastFailure('push', text.pushFailed, error instanceof HttpError ? error.sentence : text.trySaving),
  })
}
