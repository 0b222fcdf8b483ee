/**
 * Checks that code outside the engine imports only its doors (the `exports` of its package.json). Part of `npm run
 * check`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { problemsOf } from './doors/deep-imports.ts'
import { root, trackedFiles } from './tracked-files.ts'

const MAX_DOORS = 8

const { name, exports: doors } = z
  .object({ name: z.string(), exports: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'engine/package.json'), 'utf8')))

const sources = trackedFiles()
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

const problems = problemsOf(
  new Map(sources),
  { folder: 'engine', name, doors },
  {
    // Vitest loads both configurations at startup, where a door of the tests would load too much.
    'vitest.config.ts': ['engine/vitest.config.ts'],
  },
)
if (Object.keys(doors).length > MAX_DOORS) {
  problems.push(
    `The engine has ${Object.keys(doors).length} doors; more than ${MAX_DOORS} nobody keeps in mind: join two.`,
  )
}
for (const problem of problems) {
  console.error(problem)
  process.exitCode = 1
}
