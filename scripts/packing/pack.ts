/**
 * Prepares the engine or one of its packages for `npm pack`, as its `prepack` script, and undoes it with `--restore`,
 * as its `postpack` script. Node runs no TypeScript below `node_modules`, so the files are copied to `build/package`
 * without types, with declarations beside them, and package.json points there until the archive is made. In the
 * repository everything stays TypeScript and needs no build.
 */
import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyPackedFiles, declareTypes, packedDescription } from './prepare-package.ts'

const home = process.cwd()
const used = join(home, 'package.json')
const kept = join(home, 'build/package.json')

// A pack that was killed has left the packed form behind.
if (existsSync(kept)) await rename(kept, used)
await rm(join(home, 'build'), { recursive: true, force: true })

if (!process.argv.includes('--restore')) {
  await copyPackedFiles(home, join(home, 'build/package'))
  const source = await readFile(used, 'utf8')
  await declareTypes(home, source, join(home, 'build/package'))
  await writeFile(kept, source)
  await writeFile(used, `${JSON.stringify(packedDescription(home, source, 'build/package'), null, 2)}\n`)
}
