/**
 * `npm run check`: types, generated row types, lint, sizes, boundaries, import order, formatting, dead code, links,
 * migrations, mails, page weight, and the fingerprint of the portal's code.
 */
import { run, setUpBenches } from './setup.mjs'

setUpBenches()
for (const room of ['engine', 'packages', 'supabase', 'e2e', 'bench', 'engine/bench', 'scripts'])
  run('tsc', ['--project', room])
run('npm', ['run', '--silent', 'typecheck', '--workspace', 'web'])
run('biome', ['ci', '--error-on-warnings', '.'])
run('knip', [])
run('node', ['scripts/check-exceptions.ts'])
run('node', ['scripts/check-doors.ts'])
run('node', ['scripts/check-lengths.ts'])
run('node', ['scripts/check-floors.ts'])
run('node', ['scripts/check-links.ts'])
run('node', ['scripts/check-comments.ts'])
run('node', ['supabase/templates/write-mails.ts', '--check'])
run('node', ['scripts/migrations/main.ts', '--check'])
run('node', ['scripts/schema/write-types.ts', '--check'])
run('node', ['scripts/weigh-pages.ts'])
run('node', ['scripts/code-fingerprint.ts'])
console.log(
  'Types, lint, sizes, boundaries, dead code, links, migrations, mails and the weight of the pages: nothing to complain about.',
)
