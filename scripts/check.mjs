/** `npm run check`: types, lint with the boundaries between the rooms, formatting, dead code. */
import { run, setUp } from './setup.mjs'

setUp()
for (const room of ['backend', 'supabase', 'e2e', 'bench', 'scripts']) run('tsc', ['--project', room])
run('npm', ['run', '--silent', 'typecheck', '--workspace', 'web'])
run('biome', ['ci', '--error-on-warnings', '.'])
run('knip', [])
console.log('Types, lint, boundaries and dead code: nothing to complain about.')
