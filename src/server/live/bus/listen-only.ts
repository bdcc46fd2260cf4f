import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { CLOSE_CLIENT_MESSAGE } from '#contract/live/close-codes'

/** A client that answers each ping and sends some of its own stays far below. */
const MAX_BYTES = 1024
const PER_MS = 25_000

/**
 * Closes the socket at the client's first message, and when control frames or empty parts of a message exceed a byte budget.
 * Ends the TCP connection with it: a client that ignores the close frame would otherwise be read until the handshake of
 * closing times out. Call it before anything is awaited.
 */
export function listenOnly(socket: WebSocket, wire: Pick<Socket, 'on' | 'bytesRead' | 'destroySoon'>): void {
  let counted = { since: performance.now(), from: wire.bytesRead }

  function end(): void {
    socket.close(CLOSE_CLIENT_MESSAGE, 'listen only')
    wire.destroySoon()
  }

  socket.on('message', end)
  // A message that is too long or malformed, for which `ws` has sent the close frame.
  socket.on('error', () => wire.destroySoon())
  wire.on('data', () => {
    if (wire.bytesRead - counted.from <= MAX_BYTES) return
    const now = performance.now()
    if (now - counted.since < PER_MS) end()
    else counted = { since: now, from: wire.bytesRead }
  })
}
