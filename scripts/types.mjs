/** `npm run types`: the types of the rows, for the pages and the functions, from supabase/schemas. */
import { run, setUp } from './setup.mjs'

setUp()
run('node', ['scripts/schema/write-types.ts'])
