import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { olderReleases, type Release } from './releases.ts'

/** Where a PGlite lies, until it is disposed of. */
export type Fetched = { folder: string; [Symbol.asyncDispose](): Promise<void> }

const PACKAGE = '@electric-sql/pglite'
const INSTALLED = join('node_modules', PACKAGE)

/**
 * The PGlite that read and wrote the files of an earlier PostgreSQL: the one in `beside`, where somebody has put it who is
 * offline, or else from npm, just as it was when it was chosen.
 */
export async function fetchRelease(postgres: number, beside: string): Promise<Fetched> {
  const prepared = join(beside, `pglite-${postgres}`)
  if (existsSync(join(prepared, INSTALLED))) {
    return { folder: join(prepared, INSTALLED), [Symbol.asyncDispose]: async () => undefined }
  }
  const release = olderReleases[postgres]
  if (!release) throw new Error(`No PGlite is known that reads what PostgreSQL ${postgres} made.`)
  const home = await mkdtemp(join(tmpdir(), `pglite-${postgres}-`))
  const remove = () => rm(home, { recursive: true, force: true })
  try {
    await writeFile(join(home, 'package.json'), JSON.stringify({ dependencies: { [PACKAGE]: release.version } }))
    await writeFile(join(home, 'package-lock.json'), JSON.stringify(lockFor(release)))
    await install(home)
  } catch (error) {
    await remove()
    const words = (error instanceof Error ? error.message : String(error)).trim().split('\n')
    const why = words.findLast((line) => line.trim() !== '' && !line.includes('complete log'))
    throw new Error(
      `A database of PostgreSQL ${postgres} is read with ${PACKAGE} ${release.version}, which npm did not bring (${why}). ` +
        `Where this machine has no npm or is offline, run \`npm install --prefix pglite-${postgres} ${PACKAGE}@${release.version}\` ` +
        `elsewhere, and put that folder into ${beside}.`,
      { cause: error },
    )
  }
  return { folder: join(home, INSTALLED), [Symbol.asyncDispose]: remove }
}

const install = (home: string) =>
  promisify(execFile)('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: home,
    shell: process.platform === 'win32',
  })

/** npm refuses whatever has another hash. */
const lockFor = ({ version, integrity }: Release) => ({
  ...{ name: 'older-pglite', lockfileVersion: 3, requires: true },
  packages: {
    '': { dependencies: { [PACKAGE]: version } },
    [INSTALLED.replaceAll('\\', '/')]: {
      version,
      integrity,
    },
  },
})
