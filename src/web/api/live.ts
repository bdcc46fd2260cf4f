import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveMessage } from '#contract/live/messages'
import type { Role } from '#domain/account/role'
import { isAdminArea } from '../lib/admin-area.ts'
import { HttpError, NetworkError } from '../lib/http.ts'
import { idle } from '../lib/idle.ts'
import { CLOSE_MAINTENANCE } from '../lib/live/live-close-policy.ts'
import {
  createLiveConnection,
  type LiveConnection,
  type LiveSocket,
  type SocketHandlers,
} from '../lib/live/live-connection.ts'
import { maintenance } from '../lib/maintenance.ts'
import { createStore, useStore } from '../lib/store.ts'
import { worded } from '../text/messages.ts'
import { liveText } from '../text/page.ts'
import { hideToast, toast, toastFailure } from '../ui/toast/toast.ts'
import { call } from './call.ts'
import { alertsQuery, takeAlert } from './desk/alerts.ts'
import { correctionsQuery } from './desk/corrections.ts'
import { fetchEventsAfter, isOperationRecord, operationRecordKey } from './desk/events.ts'
import { activeOperationKey } from './driver/driver-operations.ts'
import { featuresQuery } from './entitlements.ts'
import { createLiveFeed, type LiveChange, type LiveFeed } from './live-feed.ts'
import { forgetUser, userQuery } from './people/session.ts'

type Listener = (change: LiveChange) => void

const changeListeners = new Set<Listener>()
/** Null: not known yet. */
const connected = createStore<boolean | null>(null)
/** When the channel was last lost, in milliseconds of this device's clock; 0: never. */
let lostAt = 0
/** A first connection that takes longer is none. */
const FIRST_MS = 8_000

function emit(change: LiveChange): void {
  for (const listener of changeListeners) listener(change)
}

/** Calls `listener` with every change until the returned function is called. Subscribe before fetching a list. */
export function subscribeLive(listener: Listener): () => void {
  changeListeners.add(listener)
  return () => changeListeners.delete(listener)
}

/**
 * Whether the live channel is open. `online` is null until the first attempt has ended. `lostAt`: when it was last lost, in
 * milliseconds of this device's clock; 0: never.
 */
export function useLive(): { connected: boolean; online: boolean | null; lostAt: number } {
  const online = useStore(connected)
  return { connected: online === true, online, lostAt }
}

const TROUBLE_TOAST = 'live-trouble'

function socketUrl(token: string): string {
  const url = new URL('/ws', window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', token)
  return url.href
}

function openSocket(url: string, { opened, received, closed }: SocketHandlers): LiveSocket {
  const socket = new WebSocket(url)
  socket.onopen = opened
  socket.onmessage = ({ data }) => received(data)
  socket.onclose = ({ code }) => {
    // A desk that only listens would learn of it by its next call only.
    if (code === CLOSE_MAINTENANCE) maintenance.set(true)
    closed(code)
  }
  return socket
}

const isStatus = (error: unknown, status: number): boolean =>
  error instanceof HttpError && error.status === status

async function checkUser(client: QueryClient): Promise<boolean> {
  await client.refetchQueries({ queryKey: userQuery.queryKey }, { throwOnError: true })
  return Boolean(client.getQueryData(userQuery.queryKey))
}

/** The operator's own trip moved, perhaps by another device. */
function refreshOwnOperation(client: QueryClient): void {
  void client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === activeOperationKey[0] || isOperationRecord(queryKey),
  })
}

/** Its steps are judged by another place. */
const refreshGraded = (client: QueryClient, operationKey: string): void =>
  void client.invalidateQueries({ queryKey: operationRecordKey(operationKey) })

function refreshCorrected(client: QueryClient, operationKey: string): void {
  for (const queryKey of [operationRecordKey(operationKey), correctionsQuery(operationKey).queryKey]) {
    void client.invalidateQueries({ queryKey })
  }
}

function openFor(role: Role, client: QueryClient): { connection: LiveConnection; feed: LiveFeed } {
  const feed = createLiveFeed({
    fetchEvents: fetchEventsAfter,
    isDenied: (error) => isStatus(error, 403),
    emit: (change) => {
      if (change.type === 'entitlements') client.setQueryData(featuresQuery.queryKey, change.features)
      if (change.type === 'alert') takeAlert(client, change.alert)
      if (change.type === 'resync') void client.invalidateQueries({ queryKey: alertsQuery.queryKey })
      if (change.type === 'correction') refreshCorrected(client, change.correction.operationKey)
      if (change.type === 'destination') refreshGraded(client, change.destination.operationKey)
      emit(change)
    },
  })

  function hear(message: LiveMessage): void {
    if (message.type === 'error') {
      toastFailure('live-error', liveText.serverError, worded(message.payload))
    } else if (message.type === 'session_ended') {
      // The route guard leads to /auth; the toast says why.
      forgetUser(client)
      toastFailure('live-ended', liveText.sessionEnded, worded(message.payload))
    } else if (role === 'supervisor') {
      feed.hear(message)
    } else {
      refreshOwnOperation(client)
    }
  }

  return {
    feed,
    connection: createLiveConnection({
      fetchToken: async () => {
        if (maintenance.get()) throw new NetworkError('En mantenimiento')
        return (await call('POST /api/live-token')).token
      },
      isUnauthorized: (error) => isStatus(error, 401),
      socketUrl,
      openSocket,
      checkUser: () => checkUser(client),
      isShown: () => document.visibilityState === 'visible',
      onConnected: (value) => {
        if (value) hideToast(TROUBLE_TOAST)
        else feed.pause()
        if (!value && connected.get()) lostAt = Date.now()
        connected.set(value)
      },
      onMessage: hear,
      onTrouble: (trouble) =>
        toast({ ...liveText.trouble[trouble], variant: 'destructive', id: TROUBLE_TOAST }),
      random: Math.random,
    }),
  }
}

/**
 * Keeps this page's one live channel open while there is a `user` and the page is not the console. Mount it once, in the
 * route of a signed-in area.
 */
export function useLiveConnection(user: { id: number; role: Role } | null): void {
  const client = useQueryClient()
  const open = useEffectEvent((role: Role) => openFor(role, client))
  const id = user?.id
  const role = user?.role
  useEffect(() => {
    if (id === undefined || role === undefined || isAdminArea(window.location.pathname)) return
    const live = open(role)
    const onVisible = () => {
      if (document.visibilityState === 'visible') live.connection.wake()
    }
    const wakeUnless = (rest: typeof maintenance) =>
      rest.subscribe(() => rest.get() || live.connection.wake())
    const stopWaiting = [maintenance, idle].map(wakeUnless)
    window.addEventListener('online', live.connection.wake)
    window.addEventListener('offline', live.connection.networkLost)
    document.addEventListener('visibilitychange', onVisible)
    live.connection.start()
    const first = setTimeout(() => connected.set(connected.get() ?? false), FIRST_MS)
    return () => {
      for (const stop of stopWaiting) stop()
      clearTimeout(first)
      window.removeEventListener('online', live.connection.wake)
      window.removeEventListener('offline', live.connection.networkLost)
      document.removeEventListener('visibilitychange', onVisible)
      live.connection.stop()
      live.feed.reset()
    }
  }, [id, role])
}
