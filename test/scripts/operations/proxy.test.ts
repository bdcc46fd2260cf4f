import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as words from '#server/text/doctor'
import { placesOnPath } from '../../../scripts/lib/program.mjs'
import { freePort } from '../../support/free-port.ts'
import { type ServerProcess, startServer } from '../../support/processes/server-process.ts'
import { block } from './document.ts'
import { program, run, typed } from './program.ts'

const places = [...placesOnPath(['nginx'], process.env), '/usr/sbin/nginx']
// It knows -v alone, and complains about --version in its own name.
const found = await Promise.all(
  places.map(async (place) => ((await run(place, ['-v'])).code === 0 ? place : '')),
)
const nginx = found.find((place) => place !== '')
if (nginx === undefined)
  console.warn('No nginx here: install it to run test/scripts/operations/proxy.test.ts.')

const KEY = 'la clave de la consola'

describe.skipIf(nginx === undefined)(
  'the nginx of docs/operations.md in front of the product, over TLS',
  () => {
    let folder: string
    let server: ServerProcess
    let proxy: ChildProcess
    let env: NodeJS.ProcessEnv
    let origin: string

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'acarreo-nginx-'))
      // nginx works as another account.
      await chmod(folder, 0o755)
      const [tls, port] = [await freePort(), await freePort()]
      const [certificate, key] = [join(folder, 'acarreo.pem'), join(folder, 'acarreo.key')]
      execFileSync(
        'openssl',
        `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout ${key} -out ${certificate}`.split(
          ' ',
        ),
        { stdio: 'pipe' },
      )
      const site = block('operations › HTTPS behind a proxy › nginx', {
        'listen 443': `listen 127.0.0.1:${tls}`,
        'acarreo.example': 'localhost',
        '/etc/ssl/acarreo.pem': certificate,
        '/etc/ssl/acarreo.key': key,
        'http://127.0.0.1:3000': `http://127.0.0.1:${port}`,
      })
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (what) => `${what}_temp_path ${join(folder, what)};`,
      )
      const main = [
        `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}`,
        `http { access_log off; ${temporary.join(' ')}`,
        `${site}}`,
      ]
      const file = join(folder, 'nginx.conf')
      await writeFile(file, main.join('\n'))
      const checked = await run(nginx ?? '', ['-t', '-c', file])
      expect(checked).toMatchObject({ code: 0 })
      expect(checked.said).not.toContain('[warn]')

      origin = `https://localhost:${tls}`
      env = { PUBLIC_URL: origin, TRUST_PROXY: '1', HOST: '127.0.0.1', ADMIN_KEY: KEY, BACKUP_HOUR: 'off' }
      server = await startServer(join(folder, 'data'), inject('program'), { env, port })
      proxy = spawn(nginx ?? '', ['-c', file], { stdio: ['ignore', 'inherit', 'inherit'] })
      env = { ...env, NODE_EXTRA_CA_CERTS: certificate, DATA_DIR: join(folder, 'data'), PORT: String(port) }
      for (let tries = 0; tries < 200 && (await answer('/healthz').catch(() => null)) === null; tries++)
        await pause(25)
    }, 120_000)

    afterAll(async () => {
      proxy?.kill('SIGTERM')
      await server?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    /** The certificate is the doctor's business. */
    const answer = (path: string): Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }> =>
      new Promise((resolve, reject) => {
        const asked = request(
          `${origin}${path}`,
          { rejectUnauthorized: false, timeout: 2_000 },
          (response) => {
            response.resume()
            resolve({ status: response.statusCode ?? 0, headers: response.headers })
          },
        )
        asked.on('timeout', () => asked.destroy(new Error('no answer')))
        asked.on('error', reject)
        asked.end()
      })

    it('the doctor finds nothing wrong through it', async () => {
      const { code, said } = await program('doctor', [], env)
      const well = said.split('\n').filter((line) => line.startsWith('bien'))
      for (const word of [
        words.reached(origin),
        words.METRICS_HIDDEN,
        words.LIVE_PASSES,
        words.COOKIES_SAFE,
        // It calls with a forged address.
        words.seenAs('127.0.0.1'),
      ]) {
        expect(well).toContainEqual(expect.stringContaining(word))
      }
      for (const word of [words.NO_HSTS, words.NO_TLS]) expect(said).not.toContain(word)
      expect(code).toBe(0)
    })

    it('hides /metrics, and says that the site is https only', async () => {
      expect((await answer('/metrics')).status).toBe(404)
      const { headers } = await answer('/')
      expect(headers['strict-transport-security']).toBe('max-age=31536000')
    })

    it('what is asked under another name is refused by the product', async () => {
      const { said } = await typed(
        `curl -sk -o /dev/null -w '%{http_code}' -H 'Host: strange.example' ${origin}/`,
      )
      expect(said).toBe('421')
    })
  },
)
