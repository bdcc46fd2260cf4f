import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../demo/product.mjs'
import { ensureBrowser } from '../lib/browser.mjs'
import { projectRoot } from '../lib/root.mjs'
import { ScriptFailure } from '../lib/run.mjs'
import { tellInTime } from './past.mjs'
import { takePictures } from './pictures.mjs'
import { playScene } from './scene.mjs'

const say = (/** @type {string} */ line) => console.log(line)

/** Never resolves. The product runs in a separate process group: an interrupt is awaited and passed on. */
const interruption = () =>
  new Promise((_resolve, reject) => {
    for (const name of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
      process.on(name, () => reject(new ScriptFailure(`Stopped by ${name}; the pictures may be incomplete.`)))
    }
  })

/** Writes docs/images. The product runs on a temporary folder and a free port. */
export async function takeScreenshots() {
  const executablePath = await ensureBrowser()
  const folder = join(projectRoot, 'docs/images')
  mkdirSync(folder, { recursive: true })
  const interrupted = interruption()
  // Until it is raced below nobody listens, and an unheard rejection would end the script at once.
  interrupted.catch(() => {})
  const dataDir = mkdtempSync(join(tmpdir(), 'acarreo-screenshots-'))
  try {
    const adminKey = randomUUID()
    const env = { ...process.env, PORT: '0', ADMIN_KEY: adminKey }
    const product = await startProduct({ say, env, dataDir })
    try {
      const { origin } = product
      const pictures = async () => {
        const cast = await playScene(origin)
        await tellInTime({ origin, dataDir, adminKey })
        await takePictures({ origin, executablePath, folder, cast, say })
      }
      await Promise.race([pictures(), interrupted])
    } finally {
      await product.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
