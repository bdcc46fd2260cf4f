import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { FROM_BUILD, startServer } from '../test/support/processes/server-process.ts'
import { launchBrowser } from './browser.ts'
import { type Measured, report } from './report.ts'

export interface Subject {
  /** `http://127.0.0.1:<port>` */
  origin: string
  dataDir: string
  browser: Browser
}

/** Reports on a built product with empty temporary data, and a browser; both are removed afterwards. */
export const onProduct = (measure: (subject: Subject) => Promise<Measured>): Promise<void> =>
  report(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'acarreo-bench-'))
    try {
      const server = await startServer(dataDir, FROM_BUILD)
      try {
        const browser = await launchBrowser()
        try {
          return await measure({ origin: server.origin, dataDir, browser })
        } finally {
          await browser.close()
        }
      } finally {
        await server.stop()
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
