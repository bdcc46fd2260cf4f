import { readContainerNumber } from '#domain/container/read'

/** Between two looks: reading text takes most of a phone's power. */
const PAUSE_MS = 250
export const PATIENCE_MS = 20_000

/**
 * The first number in what `look` reads; null: none in 20 s, or `signal` was aborted. Rejects when `look` does.
 * `look`: the text that the camera sees now.
 */
export async function firstNumber(look: () => Promise<string>, signal: AbortSignal): Promise<string | null> {
  const until = performance.now() + PATIENCE_MS
  while (!signal.aborted && performance.now() < until) {
    const number = readContainerNumber(await look())
    if (number !== null) return number
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return null
}
