import { firstNumber } from './first-number.ts'

/** Of the Shape Detection API: few browsers have it, and TypeScript does not know it. */
interface TextDetector {
  detect(image: ImageBitmap): Promise<{ rawValue: string }[]>
}

declare global {
  var TextDetector: (new () => TextDetector) | undefined
}

/** Why no number was read. `cannot_read`: the browser has a text detector, but the phone has none behind it. */
export type Trouble = 'refused' | 'no_camera' | 'cannot_read' | 'nothing_read'

export type Outcome = { number: string } | { trouble: Trouble }

/**
 * Shows the rear camera in `video` and reads what is seen there. The camera is off when it settles, and at once when
 * `signal` aborts; null then. Never rejects.
 */
export async function readWithCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<Outcome | null> {
  let stream: MediaStream | null = null
  const off = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
  }
  signal.addEventListener('abort', off, { once: true })
  try {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    })
    if (signal.aborted) return null
    video.srcObject = stream
    await video.play()
  } catch (error) {
    off()
    if (signal.aborted) return null
    const refused = error instanceof DOMException && error.name === 'NotAllowedError'
    return { trouble: refused ? 'refused' : 'no_camera' }
  }
  try {
    const number = await firstNumber(textReader(video), signal)
    if (signal.aborted) return null
    return number === null ? { trouble: 'nothing_read' } : { number }
  } catch {
    return signal.aborted ? null : { trouble: 'cannot_read' }
  } finally {
    off()
  }
}

/** Reads what the driver sees of the picture: `object-fit: cover` cuts off the rest. */
function textReader(video: HTMLVideoElement): () => Promise<string> {
  const detector = globalThis.TextDetector && new globalThis.TextDetector()
  return async () => {
    const { videoWidth, videoHeight, clientWidth, clientHeight } = video
    const scale = Math.max(clientWidth / videoWidth, clientHeight / videoHeight)
    const [width, height] = [clientWidth / scale, clientHeight / scale]
    const seen = await createImageBitmap(
      video,
      (videoWidth - width) / 2,
      (videoHeight - height) / 2,
      width,
      height,
    )
    try {
      const texts = (await detector?.detect(seen)) ?? []
      return texts.map(({ rawValue }) => rawValue).join('\n')
    } finally {
      seen.close()
    }
  }
}
