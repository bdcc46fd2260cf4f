import type { LiveMessage } from '#contract/live/messages'
import { afterClose, CLOSE_NORMAL, GIVEN_WAY_DELAY_MS, reconnectDelay } from './live-close-policy.ts'

/** Events of a socket; none follow once this side has closed it. */
export interface SocketHandlers {
  opened(): void
  received(data: unknown): void
  closed(code: number): void
}

export interface LiveSocket {
  close(code: number): void
}

type LiveTrouble =
  /** No address of the channel can be made from the page's address. */
  | 'no_url'
  /** The browser refused to make the socket. */
  | 'no_socket'

export interface LiveConnectionDeps {
  /** A single-use token; rejects when there is none. */
  fetchToken(): Promise<string>
  /** Whether a rejected `fetchToken` means that nobody is signed in. */
  isUnauthorized(error: unknown): boolean
  /** Throws when no address can be built. */
  socketUrl(token: string): string
  /** Throws when the browser refuses. */
  openSocket(url: string, handlers: SocketHandlers): LiveSocket
  /** Asks the server for the user; false: the session is over. */
  checkUser(): Promise<boolean>
  /** Whether the page is visible. */
  isShown(): boolean
  onConnected(connected: boolean): void
  onMessage(message: Exclude<LiveMessage, { type: 'heartbeat' }>): void
  onTrouble(trouble: LiveTrouble): void
  /** In [0, 1). */
  random(): number
}

export interface LiveConnection {
  start(): void
  /** Closes with 1000 and cancels every retry. */
  stop(): void
  /** Network or tab are back: a pending reconnection happens now. */
  wake(): void
  /** The browser reports that the network is gone: an open socket would look connected for minutes. */
  networkLost(): void
}

/** A phone's radio can leave a handshake hanging for minutes. */
const CONNECT_TIMEOUT_MS = 15_000
/** Two heartbeats and a half. */
export const SILENCE_MS = 62_500

function parse(data: unknown): LiveMessage | null {
  if (typeof data !== 'string') return null
  try {
    const message: unknown = JSON.parse(data)
    // The channel is authenticated and typed by the contract: only what is no message at all is dropped.
    if (typeof message === 'object' && message !== null && 'type' in message && 'payload' in message) {
      return message as LiveMessage
    }
  } catch {
    // Not JSON: dropped.
  }
  return null
}

/** A channel that reconnects by itself from `start` to `stop`. */
export function createLiveConnection(deps: LiveConnectionDeps): LiveConnection {
  let phase: 'idle' | 'connecting' | 'open' | 'waiting' = 'idle'
  /** Number of the current attempt; answers to an older one are stale and ignored. */
  let attempt = 0
  let socket: LiveSocket | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  /** One toast for consecutive failures. */
  let complained = false

  function drop(): void {
    attempt++
    clearTimeout(timer)
    clearTimeout(silence)
    silence = undefined
    const dropped = socket
    socket = null
    dropped?.close(CLOSE_NORMAL)
    if (phase === 'open') deps.onConnected(false)
  }

  function rest(): void {
    drop()
    phase = 'idle'
  }

  function wait(): void {
    drop()
    phase = 'waiting'
    timer = setTimeout(connect, reconnectDelay(deps.random()))
  }

  function giveWay(): void {
    drop()
    phase = 'waiting'
    timer = setTimeout(() => (deps.isShown() ? connect() : giveWay()), GIVEN_WAY_DELAY_MS)
  }

  function complain(trouble: LiveTrouble): void {
    if (!complained) deps.onTrouble(trouble)
    complained = true
    wait()
  }

  async function waitIfUser(): Promise<void> {
    wait()
    const mine = attempt
    // No answer about the user: retry, the next token tells.
    const there = await deps.checkUser().catch(() => true)
    if (mine === attempt && !there) rest()
  }

  function connect(): void {
    drop()
    phase = 'connecting'
    const mine = attempt
    timer = setTimeout(wait, CONNECT_TIMEOUT_MS)
    deps.fetchToken().then(
      (token) => {
        if (mine === attempt) open(token)
      },
      (error: unknown) => {
        if (mine !== attempt) return
        if (deps.isUnauthorized(error)) void waitIfUser()
        else wait()
      },
    )
  }

  /** The timeout starts with the first heartbeat: a server of an older version sends none. */
  function hear(message: LiveMessage): void {
    const beats = message.type === 'heartbeat'
    if (beats || silence !== undefined) {
      clearTimeout(silence)
      silence = setTimeout(connect, SILENCE_MS)
    }
    if (!beats) deps.onMessage(message)
  }

  function open(token: string): void {
    let url: string
    try {
      url = deps.socketUrl(token)
    } catch {
      complain('no_url')
      return
    }
    const mine = attempt
    try {
      socket = deps.openSocket(url, {
        opened: () => {
          if (mine !== attempt) return
          clearTimeout(timer)
          phase = 'open'
          complained = false
          deps.onConnected(true)
        },
        received: (data) => {
          const message = mine === attempt ? parse(data) : null
          if (message) hear(message)
        },
        closed: (code) => {
          if (mine !== attempt) return
          socket = null
          const next = afterClose(code)
          if (next === 'stay_closed') rest()
          else if (next === 'reconnect') wait()
          else if (next === 'give_way') giveWay()
          else void waitIfUser()
        },
      })
    } catch {
      complain('no_socket')
    }
  }

  return {
    start: () => {
      if (phase === 'idle') connect()
    },
    stop: () => {
      complained = false
      rest()
    },
    wake: () => {
      if (phase === 'waiting') connect()
    },
    networkLost: () => {
      if (phase === 'open' || phase === 'connecting') wait()
    },
  }
}
