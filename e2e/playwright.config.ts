import { defineConfig } from '@playwright/test'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { PageErrors } from './page-errors.ts'

const { args, ...chromium } = await chromiumExecutable()
/** The host of the test people's pictures never resolves, whatever network this machine is in. */
const noPictures = `--host-resolver-rules=MAP ${new URL(PageErrors.pictures).hostname} ~NOTFOUND`

/** Phone and desktop sizes; the breakpoint between them is 768 px. */
const desktop = { width: 1280, height: 800 }

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/e2e',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Long timeouts: these tests do not measure speed, and machines differ tenfold.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./flaky-tests.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: { ...chromium, args: [...args, noPictures] },
    viewport: desktop,
    // The service worker would answer instead of the routes that tests set up; its own tests enable it.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    trace: 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
  },
})
