import { runEngine } from './engine/command-line.ts'
import { adminVariables, makeFirstAdmin } from './operations/first-admin.ts'

/** Where the two meet: the engine, and the agency that it serves. */
await runEngine({
  name: 'Mainstreet',
  project: 'supabase',
  site: 'web/build/client',
  variables: adminVariables,
  prepare: makeFirstAdmin,
})
