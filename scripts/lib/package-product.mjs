import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { productFolders, writeCommit } from './build-product.mjs'
import { commitOf, commitTimeOf } from './commit.mjs'
import { projectRoot } from './root.mjs'
import { ScriptFailure } from './run.mjs'
import { runtimeLock, runtimeManifest, runtimePackages } from './runtime-packages.mjs'

const from = (/** @type {string} */ path) => join(projectRoot, path)
const json = (/** @type {string} */ path) => JSON.parse(readFileSync(from(path), 'utf8'))

/** What the server never reads: types, source maps and notes of the compiler. */
const NOT_RUN = /\.(d\.ts|map|tsbuildinfo)$/

/**
 * Writes `acarreo-VERSION-PLATFORM.tar.gz` and its `.sha256` from the build and `node_modules` as they stand, so without a
 * network (ADR 81). The same commit, packages and machine give the same bytes.
 * @param {{ to?: string, say?: (line: string) => void, level?: number }} [options] `level`: of gzip
 * @returns {Promise<string>} path of the archive
 * @throws {ScriptFailure}
 */
export async function packageProduct({ to = from('dist/package'), say = console.log, level = 9 } = {}) {
  const manifest = json('package.json')
  const name = `acarreo-${manifest.version}-${process.platform}-${process.arch}`
  await mkdir(to, { recursive: true })
  const staging = await mkdtemp(join(to, '.staging-'))
  try {
    await stage(join(staging, name), manifest)
    const archive = join(to, `${name}.tar.gz`)
    const { digest, bytes } = await pack(staging, name, archive, level)
    writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`)
    const megabytes = (/** @type {number} */ count) => Math.round(count / 1e6)
    const unpacked = files(staging).reduce((sum, file) => sum + statSync(file).size, 0)
    say(`${relative(process.cwd(), archive)}: ${megabytes(bytes)} MB, desempacado ${megabytes(unpacked)} MB.`)
    const commit = commitOf(projectRoot)
    if (commit?.endsWith('-dirty')) say(`Hay cambios que no están en git: esta versión se llama ${commit}.`)
    return archive
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {Record<string, any>} manifest
 */
async function stage(folder, manifest) {
  const lock = json('package-lock.json')
  /** @param {string} path @param {(file: string) => boolean} [keep] */
  const take = (path, keep = () => true) =>
    cp(from(path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: keep })
  for (const part of productFolders) await take(`dist/${part}`, (file) => !NOT_RUN.test(file))
  writeCommit(folder)
  await take('dist/sbom.cdx.json')
  for (const path of ['migrations', 'ops', 'docs/licences']) await take(path)
  for (const path of runtimePackages(lock, json('node_modules/.package-lock.json'))) {
    // Packages inside of a package have entries of their own.
    const own = from(path).length
    await take(path, (file) => !file.slice(own).includes('/node_modules'))
  }
  const text = (/** @type {object} */ value) => `${JSON.stringify(value, null, 2)}\n`
  const isProgram = (/** @type {string} */ script) => existsSync(join(folder, `dist/server/${script}.js`))
  writeFileSync(join(folder, 'package.json'), text(runtimeManifest(manifest, isProgram)))
  writeFileSync(join(folder, 'package-lock.json'), text(runtimeLock(lock)))
  const sums = await Promise.all(
    files(folder).map(async (file) => `${sha256(await readFile(file))}  ${relative(folder, file)}\n`),
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

/**
 * With the time of the commit: a constant one would make files of two versions look alike to browsers, whose ETags are made of
 * time and size.
 * @param {string} staging
 * @param {string} name
 * @param {string} archive
 * @param {number} level
 */
async function pack(staging, name, archive, level) {
  const seconds = commitTimeOf(projectRoot) ?? Math.floor(Date.now() / 1000)
  const tar = spawn(
    process.platform === 'darwin' ? 'gtar' : 'tar',
    [
      ...['--create', '--directory', staging, '--format=gnu', '--sort=name', `--mtime=@${seconds}`],
      ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX', name],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(tar, 'close').then(
    ([code]) => code,
    () => 127,
  )
  const hash = createHash('sha256')
  const counted = new PassThrough()
  let bytes = 0
  counted.on('data', (chunk) => {
    hash.update(chunk)
    bytes += chunk.length
  })
  const partial = `${archive}.partial`
  await pipeline(tar.stdout, createGzip({ level }), counted, createWriteStream(partial))
  const code = await ended
  if (code !== 0) throw new ScriptFailure(`No se pudo empaquetar: GNU tar terminó con código ${code}.`)
  renameSync(partial, archive)
  return { digest: hash.digest('hex'), bytes }
}

/** @param {Buffer} content */
const sha256 = (content) => createHash('sha256').update(content).digest('hex')

/**
 * Every file under a folder, in an order that no file system can change.
 * @param {string} folder
 */
const files = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
