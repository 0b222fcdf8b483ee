import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumExecutable } from '../scripts/testing/chromium.ts'
import { selfContainedPages } from './scripts/self-contained-pages.ts'
import { answerPictureRequests } from './testing/answer-picture-requests.ts'
import { cookies } from './testing/cookies.ts'
import { deriveKeysQuickly } from './testing/derive-keys-quickly.ts'

/**
 * Component tests in the Chromium of the browser tests, without a server. They use the site's Vite settings without
 * React Router, which needs whole pages.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [tailwindcss(), selfContainedPages(), deriveKeysQuickly()],
  resolve: {
    alias: { 'react-style-singleton': join(import.meta.dirname, 'ui/style-singleton.ts') },
  },
  test: {
    name: 'components',
    include: ['**/*.browser.test.{ts,tsx}'],
    exclude: ['build/**', 'node_modules/**'],
    setupFiles: ['testing/setup.ts'],
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // All test files share one page, since testing/setup.ts cleans up after each test. Hence no file uses `vi.mock`:
    // another one may have loaded the module already.
    isolate: false,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      commands: { cookies, answerPictureRequests },
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        launchOptions: await chromiumExecutable(),
        contextOptions: { locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' },
        actionTimeout: 15_000,
      }),
    },
  },
})
