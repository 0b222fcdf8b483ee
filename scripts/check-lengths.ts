/**
 * Finds functions of more than 60 lines, from the first to the last. The linter's rule of the same limit counts neither comments
 * nor what is nested. Part of `npm run check`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { longFunctionsIn, MAX_LINES } from './lengths/long-functions.ts'
import { root, trackedFiles } from './tracked-files.ts'

const packages = /^(?:(?:web|engine|supabase|server|cli|deploy|trials|scripts|packages|bench)\/.*|[^/]+)\.(?:tsx?|mjs)$/
const ofTests = /\.(?:test|contract|spec|servers|limits)\.|(?:^|\/)(?:testing|tests|contract|bench|sample-projects)\//

for (const file of trackedFiles().filter((name) => packages.test(name) && !ofTests.test(name))) {
  for (const { line, name, lines } of longFunctionsIn(file, readFileSync(join(root, file), 'utf8'))) {
    console.error(`${file}:${line} ${name} has ${lines} lines, and at most ${MAX_LINES} are seen at a glance.`)
    process.exitCode = 1
  }
}
