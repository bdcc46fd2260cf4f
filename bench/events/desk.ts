import WebSocket from 'ws'
import { httpClient } from '../../test/support/http-client.ts'

export interface Desk {
  /** Events heard so far. */
  heard(): number
  close(): void
}

/** The live channel of one supervisor. `onEvent` gets the text of each `event_update`. */
export async function listen(
  origin: string,
  cookie: string,
  onEvent: (text: string) => void = () => {},
): Promise<Desk> {
  const client = httpClient({ origin })
  client.cookie = cookie
  const { token } = (await client.post('/api/live-token')).body
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws?token=${token}`, {
    headers: { cookie },
    origin,
    perMessageDeflate: false,
  })
  let heard = 0
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`the live channel closed with ${code}`)))
    socket.on('message', (data) => {
      const text = String(data)
      if (text.includes('"type":"hello"')) resolve()
      if (!text.includes('"type":"event_update"')) return
      heard++
      onEvent(text)
    })
  })
  return { heard: () => heard, close: () => socket.close() }
}
