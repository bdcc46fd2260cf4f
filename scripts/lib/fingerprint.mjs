import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const testFile = /\.test\.tsx?$/

/** What decides the built product. Test files are no part of it: editing one must not cost the next start a build. */
const buildInputs = [
  'src',
  'scripts/lib/build-product.mjs',
  'scripts/lib/first-paint.mjs',
  'scripts/lib/precache-list.mjs',
  'scripts/lib/precompress.mjs',
  'tsconfig.base.json',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** The part of package.json that decides what npm installs: a new script or description must cost no reinstall. */
export const installFields = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
  'overrides',
]

/**
 * SHA-256 over names and contents of files and folders, in an order that no file system can change.
 * Contents rather than dates: a checkout, a copy and an unpacked archive change every date and no content.
 * A missing entry counts as missing, so that its later appearance shows.
 * @param {string} root
 * @param {readonly string[]} entries relative to root, with `/`
 * @param {(path: string) => boolean} [skip] of a path relative to root
 * @returns {string} hex
 */
function fingerprintOf(root, entries, skip = () => false) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    if (skip(path)) return
    const full = join(root, path)
    if (!existsSync(full)) {
      hash.update(`missing ${path}\0`)
      return
    }
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) add(`${path}/${name}`)
      return
    }
    const content = readFileSync(full)
    // The length makes the border between two files unmistakable.
    hash.update(`file ${path} ${content.length}\0`).update(content)
  }
  for (const entry of entries) add(entry)
  return hash.digest('hex')
}

/**
 * What `dist` must have been built from to be used as it stands.
 * @param {string} root
 */
export function buildFingerprint(root) {
  return fingerprintOf(root, buildInputs, (path) => testFile.test(path))
}

/**
 * What `node_modules` must have been installed for to be used as it stands: the wanted packages, and the machine,
 * because native binaries of another platform or Node branch would only fail later, at their first use.
 * @param {string} root
 */
export function installFingerprint(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = JSON.stringify(installFields.map((field) => manifest[field] ?? null))
  const machine = `${process.platform} ${process.arch} node${process.versions.node.split('.')[0]}`
  return createHash('sha256')
    .update(`${machine}\0${wanted}\0`)
    .update(fingerprintOf(root, ['package-lock.json']))
    .digest('hex')
}
