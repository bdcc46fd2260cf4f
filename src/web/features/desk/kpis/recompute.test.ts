import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRecompute } from './recompute.ts'

const TAKES_MS = 200

describe('recomputing after live events', () => {
  let under = 0
  let most = 0
  let runs: number[] = []
  const run = async (): Promise<void> => {
    runs.push(Date.now())
    most = Math.max(most, ++under)
    await new Promise((resolve) => setTimeout(resolve, TAKES_MS))
    under--
  }

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 })
    under = 0
    most = 0
    runs = []
  })
  afterEach(() => vi.useRealTimers())

  it('answers one event within a second', async () => {
    const recompute = createRecompute(300, run)
    recompute.hear()
    await vi.advanceTimersByTimeAsync(1000)
    expect(runs).toEqual([300])
    expect(under).toBe(0)
  })

  it('runs once for a burst', async () => {
    const recompute = createRecompute(300, run)
    for (let i = 0; i < 50; i++) recompute.hear()
    await vi.advanceTimersByTimeAsync(2000)
    expect(runs).toEqual([300])
  })

  it('is never starved by a stream that does not rest, and never runs twice at once', async () => {
    const recompute = createRecompute(300, run)
    for (let t = 0; t < 3000; t += 50) {
      recompute.hear()
      await vi.advanceTimersByTimeAsync(50)
    }
    expect(runs.length).toBeGreaterThanOrEqual(5)
    expect(most).toBe(1)
  })

  it('runs once more for what came while it ran', async () => {
    const recompute = createRecompute(300, run)
    recompute.hear()
    await vi.advanceTimersByTimeAsync(400)
    recompute.hear()
    await vi.advanceTimersByTimeAsync(2000)
    expect(runs).toEqual([300, 800])
  })

  it('goes on after a failure, and rests once stopped', async () => {
    const failing = vi.fn(() => Promise.reject(new Error('no')))
    const recompute = createRecompute(300, failing)
    recompute.hear()
    await vi.advanceTimersByTimeAsync(500)
    recompute.hear()
    await vi.advanceTimersByTimeAsync(500)
    expect(failing).toHaveBeenCalledTimes(2)
    recompute.hear()
    recompute.stop()
    recompute.hear()
    await vi.advanceTimersByTimeAsync(5000)
    expect(failing).toHaveBeenCalledTimes(2)
  })
})
