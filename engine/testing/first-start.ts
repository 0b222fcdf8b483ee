import { randomUUID } from 'node:crypto'
import { cpSync, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ProcessOptions, startEngineProcess } from './engine-process.ts'
import { keptFolder } from './kept-folder.ts'
import { contractProject } from './paths.ts'

type FirstStart = Pick<ProcessOptions, 'program'> & {
  seed?: boolean
  /** The folder of the project; left out, the one that the program has by default. */
  project?: string | undefined
}

/**
 * Makes the new folder `dataDir` one of the embedded database in which a program has started before. A first start takes
 * three times as long as a later one, so it is made once for all tests of a run, and the others begin with its copy.
 */
export async function copyFirstStart(dataDir: string, { program, project, seed = false }: FirstStart): Promise<void> {
  const own = program === undefined ? contractProject : 'own'
  const names = ['started', basename(program ?? 'engine'), basename(project ?? own), ...(seed ? ['seeded'] : [])]
  const kept = join(keptFolder(), names.join('-'))
  if (!existsSync(kept)) await keepFirstStart(kept, { program, project, seed })
  copyDataDir(kept, dataDir)
}

/** Copies the data folder of an embedded database that no process has open. */
export const copyDataDir = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: (path) => !ofOneProcess.test(path) })

/** The lock of the database, and the uploads of the process that made the folder. */
const ofOneProcess = /[/\\](db\.(lock|holder)|incoming)$/

/** The folder gets its name when it is complete, and another process may have been quicker. */
async function keepFirstStart(kept: string, { program, project, seed = false }: FirstStart): Promise<void> {
  const dataDir = `${kept}-${randomUUID()}`
  const env = { DATABASE_URL: '', ...(project !== undefined && { PROJECT_DIR: project }) }
  const server = await startEngineProcess({ program, seed, dataDir, env })
  await server.end('SIGTERM')
  await rename(dataDir, kept).catch(() => rm(dataDir, { recursive: true }))
}
