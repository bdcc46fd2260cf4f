import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request and its answer, of Node. */
export interface Exchange {
  request: Pick<IncomingMessage, 'socket'>
  response: Pick<ServerResponse, 'once' | 'off'>
}

/**
 * Calls `end` once, when the answer has left or the connection is gone; at once if it is gone already. Returns the function
 * that forgets about it.
 */
export function whenOver({ request: { socket }, response }: Exchange, end: () => void): () => void {
  const forget = (): void => {
    socket.off('close', over)
    response.off('close', over)
  }
  const over = (): void => {
    forget()
    end()
  }
  if (socket.destroyed) over()
  else {
    response.once('close', over)
    // A response behind another one on its connection does not hear that it is gone.
    socket.once('close', over)
  }
  return forget
}
