/** `npm run migration`: writes the next migration of supabase/ from its schemas. */
import { run, setUp } from './setup.mjs'

setUp()
run('node', ['scripts/migrations/main.ts', ...process.argv.slice(2)])
