/**
 * What `npm pack` runs before it packs the engine (`prepack`), and with `--restore` after it (`postpack`). Node runs no TypeScript below
 * `node_modules`, so the files are brought into `build/package` with their types stripped, and package.json names those until
 * the archive is there. In the repository everything stays TypeScript and needs no build.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packedDescription, stage } from './stage.ts'

const engine = join(import.meta.dirname, '..')
const used = join(engine, 'package.json')
const kept = join(engine, 'build/package.json')

// A pack that was killed has left the packed form behind.
if (existsSync(kept)) await rename(kept, used)
await rm(join(engine, 'build'), { recursive: true, force: true })

if (!process.argv.includes('--restore')) {
  await stage(join(engine, 'build/package'))
  const source = await readFile(used, 'utf8')
  await mkdir(join(engine, 'build'), { recursive: true })
  await writeFile(kept, source)
  await writeFile(used, `${JSON.stringify(packedDescription(source, 'build/package'), null, 2)}\n`)
}
