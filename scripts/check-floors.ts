/** Finds imports that go up from one room of a package to another (floors/floors.ts). Part of `npm run check`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packages } from './floors/floors.ts'
import { problemsOf } from './floors/upward-imports.ts'
import { root, trackedFiles } from './tracked-files.ts'

for (const [folder, floors] of Object.entries(packages)) {
  const prefix = folder === '.' ? '' : `${folder}/`
  const files = trackedFiles()
    .filter((file) => file.startsWith(prefix) && isSource(file))
    .map((file) => [file.slice(prefix.length), readFileSync(join(root, file), 'utf8')] as const)
  for (const problem of problemsOf(new Map(files), floors)) {
    console.error(`${prefix}${problem}`)
    process.exitCode = 1
  }
}

/** Tests put together whatever they need, and nothing imports them. */
function isSource(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.(test|contract|spec|servers|limits)\.tsx?$/.test(file)
}
