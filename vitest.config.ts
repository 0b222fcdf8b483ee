import { defineConfig } from 'vitest/config'
import { CompatibilityReporter } from './scripts/testing/compatibility.ts'

/**
 * Of whoever speaks to processes on a machine that may be slow. A test that stumbles is tried once more, as in the browser,
 * and marked "retry" in the log: one of thousands does not stop a change, and is still seen.
 */
const tolerant = { testTimeout: 120_000, hookTimeout: 120_000, retry: 1, expect: { poll: { timeout: 30_000 } } }

/** Units need nothing; wire tests, isolation and limits speak to a server that their global set-up starts. */
export default defineConfig({
  test: {
    reporters: ['default', new CompatibilityReporter()],
    projects: [
      // Components in a browser, without a server.
      'web/vitest.config.ts',
      {
        test: {
          name: 'units',
          include: ['engine/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'supabase/functions/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**', '**/*.browser.test.*'],
          // Hashing passwords and starting threads take their time, ten times as long on a slow machine.
          testTimeout: 30_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'wire',
          include: ['engine/**/*.contract.ts'],
          globalSetup: ['scripts/testing/contract-engine.ts'],
          ...tolerant,
        },
      },
      {
        test: {
          name: 'isolation',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['scripts/testing/agency-engine.ts'],
          ...tolerant,
        },
      },
      {
        test: {
          name: 'limits',
          include: ['supabase/tests/**/*.limits.ts'],
          globalSetup: ['scripts/testing/limited-engine.ts'],
          ...tolerant,
        },
      },
      {
        // Each method of the client once more, against two servers behind a load balancer.
        test: {
          name: 'balanced',
          include: ['engine/contract/methods/*.contract.ts'],
          globalSetup: ['scripts/testing/balanced-engines.ts'],
          ...tolerant,
        },
      },
      {
        // Each file starts two servers, a Redis and, unless there is one, a PostgreSQL.
        test: {
          name: 'servers',
          include: ['engine/**/*.servers.ts', 'supabase/tests/**/*.servers.ts'],
          ...tolerant,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
