/** Finds imports from a lower room of a package to a higher one (floors/floors.ts). Part of `npm run check`. */
import { packages } from './floors/floors.ts'
import { prefixOf, sourcesOf } from './floors/sources.ts'
import { problemsOf } from './floors/upward-imports.ts'

for (const [folder, floors] of Object.entries(packages)) {
  for (const problem of problemsOf(sourcesOf(folder), floors)) {
    console.error(`${prefixOf(folder)}${problem}`)
    process.exitCode = 1
  }
}
