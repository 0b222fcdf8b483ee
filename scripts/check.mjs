/** `npm run check`: types, lint with the boundaries between the rooms, formatting, dead code, the weight of the pages. */
import { run, setUp } from './setup.mjs'

setUp()
for (const room of ['engine', 'supabase', 'e2e', 'bench', 'scripts']) run('tsc', ['--project', room])
run('npm', ['run', '--silent', 'typecheck', '--workspace', 'web'])
run('biome', ['ci', '--error-on-warnings', '.'])
run('knip', [])
run('node', ['scripts/weigh-pages.ts'])
console.log('Types, lint, boundaries, dead code and the weight of the pages: nothing to complain about.')
