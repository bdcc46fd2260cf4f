import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomSecret, randomToken } from './ids.ts'

/** Secrets of one purpose: the first signs and encrypts, every one is accepted. So a secret can be replaced while it is in use. */
export type Secrets = readonly [string, ...string[]]

/** Those that are configured, or the one that `keptSecret` keeps. */
export async function secretsOr(
  configured: readonly string[],
  ...kept: Parameters<typeof keptSecret>
): Promise<Secrets> {
  const [first, ...others] = configured
  return first === undefined ? [await keptSecret(...kept)] : [first, ...others]
}

/**
 * The secret stored in `dataDir/name`, created at the first call and readable only by this account. Two processes that
 * create it at the same time get the same one; `onMade` is called in the one that created it.
 */
export async function keptSecret(
  dataDir: string,
  name: string,
  onMade: (secret: string) => void = () => {},
): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, name)
  return (await read(path)) ?? (await make(path, onMade))
}

async function make(path: string, onMade: (secret: string) => void): Promise<string> {
  // Written to another file, then linked: no process reads half a secret, and only one link succeeds.
  const draft = `${path}.${randomToken(8)}`
  await writeFile(draft, `${randomSecret()}\n`, { mode: 0o600, flag: 'wx' })
  let made = false
  try {
    await link(draft, path)
    made = true
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  const secret = await read(path)
  if (secret === null) throw new Error(`${path} vanished`)
  if (made) onMade(secret)
  return secret
}

async function read(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
