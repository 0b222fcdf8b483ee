import { defineConfig } from 'vitest/config'
import { engineProjects, engineReporters, patient, tolerant, units } from './engine/vitest.config.ts'

/** SQL whose promise has to hold on the embedded database and on PostgreSQL, as isolation does. */
const triedOnBoth = [
  'scripts/schema/agency-plans.test.ts',
  'scripts/schema/audit.test.ts',
  'scripts/migrations/from-before-the-baseline.test.ts',
  'scripts/schema/hosted-sql.test.ts',
]

/** Each needs modules that nobody has loaded: to put others in their place (`vi.mock`), or to have them ask anew. */
const apart = [
  'web/auth/second-step.test.ts',
  'web/portal/writes/query-client.test.ts',
  'web/portal/live/follow-changes.test.ts',
  'web/portal/reads.test.ts',
  'web/portal/writes.test.ts',
  'web/scripts/record-first-requests.test.ts',
  'supabase/functions/_shared/runtime.test.ts',
  'supabase/functions/chat/chat-server.test.ts',
  'supabase/functions/chat/chat-socket.test.ts',
]

/** The agency's tests, and the engine's beside them. Isolation and limits speak to a server that their global set-up starts. */
export default defineConfig({
  test: {
    reporters: engineReporters,
    projects: [
      ...engineProjects,
      // Components in a browser, without a server.
      'web/vitest.config.ts',
      {
        test: {
          name: 'units',
          include: [
            'web/**/*.test.{ts,tsx}',
            'supabase/functions/**/*.test.ts',
            'scripts/**/*.test.ts',
            'server/mail-in/placing/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/build/**', '**/*.browser.test.*', ...triedOnBoth, ...apart],
          // Modules are loaded once a process instead of once a file, which took longer than the tests themselves.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          ...units,
        },
      },
      { test: { name: 'units-apart', include: apart, ...units } },
      {
        test: {
          name: 'isolation',
          // An `exclude` here would take the place of `--exclude`, by which the suites share the files out.
          include: [
            'supabase/tests/**/*.test.ts',
            '{server,cli,deploy}/**/!(placing)/*.test.ts',
            '{server,cli,deploy}/*.test.ts',
            ...triedOnBoth,
          ],
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
      { test: { name: 'servers', include: ['{supabase/tests,trials,scripts}/**/*.servers.ts'], ...patient } },
    ],
  },
})
