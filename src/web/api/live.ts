import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { LiveMessage } from '#contract/live/messages'
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
import { forgetUser, userQuery } from './people/session.ts'

/** Null: not known yet. */
const connected = createStore<boolean | null>(null)
/** When the channel was last lost, in milliseconds of this device's clock; 0: never. */
let lostAt = 0
/** A first connection that takes longer is none. */
const FIRST_MS = 8_000

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

function openFor(client: QueryClient, { hear, pause }: LiveHearer): LiveConnection {
  function receive(message: LiveMessage): void {
    if (message.type === 'error') {
      toastFailure('live-error', liveText.serverError, worded(message.payload))
    } else if (message.type === 'session_ended') {
      // The route guard leads to /auth; the toast says why.
      forgetUser(client)
      toastFailure('live-ended', liveText.sessionEnded, worded(message.payload))
    } else {
      hear(message)
    }
  }

  return createLiveConnection({
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
      else pause()
      if (!value && connected.get()) lostAt = Date.now()
      connected.set(value)
    },
    onMessage: receive,
    onTrouble: (trouble) =>
      toast({ ...liveText.trouble[trouble], variant: 'destructive', id: TROUBLE_TOAST }),
    random: Math.random,
  })
}

/** What an area does with the messages of its channel. */
export interface LiveHearer {
  hear(message: LiveMessage): void
  /** The channel was lost; it will come back. */
  pause(): void
  /** Another user: forgets what it knows. */
  reset(): void
}

/**
 * Keeps this page's one live channel open while there is a `user` and the page is not the console. Mount it once, in the
 * route of a signed-in area.
 */
export function useLiveConnection(
  user: { id: number } | null,
  createHearer: (client: QueryClient) => LiveHearer,
): void {
  const client = useQueryClient()
  const open = useEffectEvent(() => {
    const hearer = createHearer(client)
    return { hearer, connection: openFor(client, hearer) }
  })
  const id = user?.id
  useEffect(() => {
    if (id === undefined || isAdminArea(window.location.pathname)) return
    const live = open()
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
      live.hearer.reset()
    }
  }, [id])
}
