/**
 * `npm run check`: types, generated row types, lint, sizes, boundaries, import order, formatting, dead code, links,
 * migrations, mails, page weight, and the fingerprint of the portal's code. All of them run even after one has failed.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { environment, root, run, setUpBenches } from './setup.mjs'

/** Two at once keep two processors busy; the longest come first. */
const AT_ONCE = 2
const checks = [
  ['knip'],
  ['tsc', '--project', 'web'],
  ['tsc', '--project', 'web/service-worker'],
  ['node', 'scripts/migrations/main.ts', '--check'],
  // `scripts` covers the engine and its packages, and `bench` the engine's benches: each run reads the engine's types anew.
  ...['scripts', 'bench', 'supabase', 'e2e'].map((room) => ['tsc', '--project', room]),
  ['biome', 'ci', '--error-on-warnings', '.'],
  ['node', 'scripts/schema/write-types.ts', '--check'],
  ...['exceptions', 'doors', 'lengths', 'floors', 'links', 'comments'].map((what) => [
    'node',
    `scripts/check-${what}.ts`,
  ]),
  ['node', 'supabase/templates/write-mails.ts', '--check'],
  ['node', 'scripts/weigh-pages.ts'],
  ['node', 'scripts/code-fingerprint.ts'],
]

setUpBenches()
// Other checks read the types of the routes, too.
run('react-router', ['typegen', 'web'])
const failed = []
const waiting = checks.values()
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (const check of waiting) if (!(await passes(check))) failed.push(check.join(' '))
  }),
)
if (failed.length > 0) {
  console.error(`✘ Failed: ${failed.join(', ')}`)
  process.exit(1)
}
console.log(
  'Types, lint, sizes, boundaries, dead code, links, migrations, mails and the weight of the pages: nothing to complain about.',
)

/** What a check says is printed when it ends, so that two do not mix. */
async function passes([command, ...args]) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.stdout.write(out)
  process.stderr.write(err)
  return code === 0
}
