import { hash, verify } from '@node-rs/argon2'
import { createQueues } from './queues.ts'

/** Both reject with `QueueFull`. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** With `null` for a missing account it takes as long as with a real hash, and is false. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * argon2 runs in libuv's thread pool, which has four threads, and files, DNS and compression need them too. The last of
 * the queue waits two to three seconds.
 */
const LIMITS = { each: 2, waiting: 100 }

export function argon2Passwords(options = OPTIONS): Passwords {
  const queues = createQueues<'hashing'>(LIMITS)
  // Made at the first use, with the same parameters, so that a missing account costs what a real one does.
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => queues.run('hashing', () => hash(password, options)),
    verify: (stored, password) =>
      queues.run('hashing', async () => {
        if (stored === null) decoy ??= hash('no such account', options)
        const right = await verify(stored ?? (await decoy) ?? '', password).catch(() => false)
        return stored !== null && right
      }),
  }
}
