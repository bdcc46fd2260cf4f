import { isMainThread } from 'node:worker_threads'

// What the tests of threads let run in one.

export const where = (said: string): { said: string; isMainThread: boolean } => ({ said, isMainThread })

export function fail(): never {
  throw new Error('wrong')
}

export function forever(): never {
  for (;;);
}
