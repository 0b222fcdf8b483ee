import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { CompatibilityReporter } from './contract/compatibility.ts'
import { FlakyTests } from './testing/flaky-tests.ts'

/** Files that speak to one server see each other's rows, mails and limits. */
const oneAtATime = { maxWorkers: 1, sequence: { groupOrder: 2 } }

/**
 * V8 begins with a small heap, which it collects whenever it has grown a little. A database is opened on a thread with
 * a heap of its own, so that three collections per database took a fifth of the processor time of the engine's units.
 */
const roomy = { execArgv: ['--initial-old-space-size=256'] }

/** Settings of tests that speak to processes on a machine that may be slow. */
export const tolerant = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  // Nothing that these files share keeps what one of them did, so the clients are loaded once instead of once a file.
  isolate: false,
  ...oneAtATime,
  ...roomy,
}

/** Settings of tests that start several servers. */
export const patient = { ...tolerant, testTimeout: 900_000, hookTimeout: 900_000 }

/** Hashing passwords and starting threads take their time, ten times as long on a slow machine. */
export const units = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
  ...roomy,
}

const setUpBy = (name: string) => ({ globalSetup: [join(import.meta.dirname, 'testing', name)] })

/** The engine's own and those of its packages beside it. Units need nothing; wire tests speak to a server that their global set-up starts. */
export const engineProjects = [
  {
    name: 'engine',
    include: ['**/*.test.ts', '../packages/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'sample-projects/**'],
    // No module of the engine keeps anything, so it is loaded once a process instead of once a file.
    isolate: false,
    ...units,
  },
  {
    name: 'wire',
    include: ['**/*.contract.ts', '../packages/**/*.contract.ts'],
    ...setUpBy('contract-engine.ts'),
    ...tolerant,
  },
  // Each method of the client once more, against two servers behind a load balancer.
  {
    name: 'balanced',
    include: ['contract/methods/*.contract.ts', '../packages/*/contract/methods/*.contract.ts'],
    ...setUpBy('balanced-engines.ts'),
    ...tolerant,
  },
  // Each file starts two servers, a Redis and, unless there is one, a PostgreSQL.
  { name: 'engine-servers', include: ['**/*.servers.ts', '../packages/**/*.servers.ts'], ...patient },
].map((test): TestProjectConfiguration => ({ root: import.meta.dirname, test }))

export const engineReporters = ['default' as const, new CompatibilityReporter(), new FlakyTests()]

export default defineConfig({ test: { reporters: engineReporters, projects: engineProjects } })
