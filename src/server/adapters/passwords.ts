import { hash, verify } from '@node-rs/argon2'

export interface Passwords {
  hash(password: string): Promise<string>
  /** With `null` for a missing account it takes as long as with a real hash, and is false. */
  verify(stored: string | null, password: string): Promise<boolean>
}

/** argon2id with OWASP's parameters: 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function argon2Passwords(options = OPTIONS): Passwords {
  // Made at the first use, with the same parameters, so that a missing account costs what a real one does.
  let decoy: Promise<string> | undefined
  return {
    hash: (password) => hash(password, options),
    async verify(stored, password) {
      if (stored === null) {
        decoy ??= hash('no such account', options)
        await verify(await decoy, password).catch(() => false)
        return false
      }
      return verify(stored, password).catch(() => false)
    },
  }
}
