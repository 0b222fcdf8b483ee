/** `npm run migration`: writes the next migration of supabase/ from what its schemas say. */
import { run, setUp } from './setup.mjs'

setUp()
run('node', ['scripts/migrations/main.ts', ...process.argv.slice(2)])
