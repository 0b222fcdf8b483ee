import { defineConfig } from '@playwright/test'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { Troubles } from './troubles.ts'

const { args, ...chromium } = await chromiumExecutable()
/** Whatever network this machine is in: nobody is asked for it. */
const noPictures = `--host-resolver-rules=MAP ${new URL(Troubles.pictures).hostname} ~NOTFOUND`

/** Phone and desktop, as the tests know them; the breakpoint between them is 768 px. */
const desktop = { width: 1280, height: 800 }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Patient: none of these is a promise about speed, and machines differ tenfold.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./flaky-tests.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...chromium, args: [...args, noPictures] },
    viewport: desktop,
    // It would answer in place of what tests put in the server's place; the tests of it ask for it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
  },
})
