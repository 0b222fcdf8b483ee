import { defineConfig } from 'vitest/config'
import { CompatibilityReporter } from './scripts/testing/compatibility.ts'

/** Units need nothing; wire tests, isolation and limits speak to a server that their global set-up starts. */
export default defineConfig({
  test: {
    reporters: ['default', new CompatibilityReporter()],
    projects: [
      {
        test: {
          name: 'units',
          include: ['backend/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'supabase/functions/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/build/**'],
          // Hashing passwords takes its time, ten times as long on a slow machine.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'wire',
          include: ['backend/**/*.contract.ts'],
          globalSetup: ['scripts/testing/contract-engine.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'isolation',
          include: ['supabase/tests/**/*.test.ts'],
          globalSetup: ['scripts/testing/agency-engine.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'limits',
          include: ['supabase/tests/**/*.limits.ts'],
          globalSetup: ['scripts/testing/limited-engine.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        // Each method of the client once more, against two servers behind a load balancer.
        test: {
          name: 'balanced',
          include: ['backend/contract/methods/*.contract.ts'],
          globalSetup: ['scripts/testing/balanced-engines.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        // Each file starts two servers, a Redis and, unless there is one, a PostgreSQL.
        test: {
          name: 'servers',
          include: ['backend/**/*.servers.ts', 'supabase/tests/**/*.servers.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
})
