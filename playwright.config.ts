import { defineConfig } from '@playwright/test'
import { findBrowser } from './scripts/lib/browser.mjs'
import { AFTERNOON_OF_DEVICES } from './test/e2e/support/afternoon.ts'

// `npm test` has looked already and passes the path on; `npx playwright test` by hand looks here.
const executablePath = process.env.ACARREO_CHROMIUM ?? (await findBrowser())
if (executablePath === undefined)
  throw new Error('No Chromium found: `npm test -- browser` says how to get one.')

const report = process.env.ACARREO_JOURNEY_REPORT
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'test-results',
  // Each worker has a product and a database, and takes one file after the other. Journeys wait now and then: three workers
  // take 8.4 minutes on two cores, two take 9.4.
  workers: 3,
  fullyParallel: false,
  // A fault fails twice. What passes only at the second try is a fault to be found as well, named at the end of the run;
  // by hand there is no second try, so that `--repeat-each` finds it.
  retries: report === undefined ? 0 : 1,
  forbidOnly: report !== undefined,
  // For what hangs. What is slow on a machine that does other work is no fault.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: report === undefined ? 'list' : [['list'], ['json', { outputFile: report }]],
  use: {
    locale: 'es-MX',
    timezoneId: AFTERNOON_OF_DEVICES,
    // Journeys about the installed app let it in; in the others it would answer with what an earlier page has kept.
    serviceWorkers: 'block',
    // Each frame of a fading or moving part is drawn by the processor: a sixth of the time of all journeys. Those about
    // motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Costs every journey a seventh of its time; `npx playwright test` by hand keeps one of what fails.
    trace: report === undefined ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A moving picture in place of a camera. The headless shell has nobody to ask, so it always allows it.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        // No page lives long enough to repay the compilers that optimise: a twentieth of the processor time.
        '--js-flags=--no-opt,--no-maglev',
        // Fewer processes to wake, a twentieth more. Elsewhere not tried.
        ...(process.platform === 'linux'
          ? ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']
          : []),
        // Chromium's sandbox refuses to work for root.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
})
