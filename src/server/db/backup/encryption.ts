import { Readable } from 'node:stream'

// Loaded when it is first used: a start without a key does not wait for it.
const library = () => import('age-encryption')

/** What every file begins with that age has encrypted. */
const MAGIC = 'age-encryption.org/v1\n'

/** The end of the name of an encrypted file. */
export const ENCRYPTED = '.age'

/** The file is encrypted for another key. */
export class WrongKey extends Error {}

/** Whether this is a secret key of age (`AGE-SECRET-KEY-1…`), its check digits included. */
export async function isKey(text: string): Promise<boolean> {
  const { identityToRecipient } = await library()
  return identityToRecipient(text).then(
    () => true,
    () => false,
  )
}

type Bytes = AsyncIterable<Uint8Array>

const toWeb = (source: Bytes) =>
  Readable.toWeb(Readable.from(source, { objectMode: false })) as ReadableStream<Uint8Array>

/** A stage of a pipeline. `key` is a secret key of age; the file can also be opened with the program `age`. */
export const encryptedFor = (key: string) =>
  async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    const { Encrypter, identityToRecipient } = await library()
    const encrypter = new Encrypter()
    encrypter.addRecipient(await identityToRecipient(key))
    yield* await encrypter.encrypt(toWeb(source))
  }

/** The contents, of which each piece has been authenticated. Throws WrongKey when none of the keys opens them. */
export async function* decryptedWith(keys: readonly string[], source: Bytes): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key)
  const opened = await decrypter.decrypt(toWeb(source)).catch((error: Error) => {
    throw /no identity matched/.test(error.message) ? new WrongKey(error.message) : error
  })
  yield* opened
}

/** By its first bytes, because files are renamed. */
export const isEncrypted = (start: Uint8Array): boolean =>
  Buffer.from(start.subarray(0, MAGIC.length)).toString('latin1') === MAGIC
