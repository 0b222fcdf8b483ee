import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openFolder } from '../database/offline/plain-client.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import type { RunningEngine } from '../kernel/running-engine.ts'
import { openStore } from '../storage/files/open-file-store.ts'
import { type Closing, FILES_FOLDER } from './archive-format.ts'
import type { OnProgress } from './archive-pieces.ts'
import { BadArchive } from './bad-archive.ts'
import { copiesIn, removeLeftCopies } from './copies.ts'
import { nameOf, quoted, tablesOf } from './list-tables.ts'
import { type RestoredArchive, type RestoreResult, restoreArchive, summaryOf } from './restore-backup.ts'
import { toArchiveError } from './to-archive-error.ts'

type VerifyOptions = {
  config: Config
  open: () => Promise<Readable>
  onProgress: OnProgress
  /** The tables of all features. */
  features: readonly TablesOfFeature[]
  start: StartEngine
  /**
   * Inspects the restored installation as a user would. Throws where it cannot be used, and otherwise returns remarks.
   */
  inspect?: ((engine: RunningEngine) => Promise<string[]>) | undefined
}

/** Starts the engine on the restored archive. It is passed in because the engine's start is on a higher floor. */
export type StartEngine = (what: { name: string; project: string; env: NodeJS.ProcessEnv }) => Promise<RunningEngine>

export type VerifyResult = RestoreResult & { odd: string[] }

/**
 * Restores an archive into a temporary folder, compares its content, starts it, and removes it again. Throws
 * `BadArchive` where the archive is at fault, or another error.
 */
export function verify({ inspect, start, ...asked }: VerifyOptions): Promise<VerifyResult> {
  return inTemporaryFolder(asked, async (scratch, archive) => {
    const { closing, notes } = archive
    asked.onProgress('comparing')
    await compareRows(scratch.dataDir, closing)
    await compareFiles(scratch, closing)
    asked.onProgress('starting it')
    const odd = await startOnce(scratch, { inspect, start }).catch((error: unknown) => {
      throw toArchiveError(error)
    })
    return { ...summaryOf(archive), odd: [...notes, ...odd] }
  })
}

/** Restores an archive into a temporary folder on the embedded database, and removes the folder after the work. */
export async function inTemporaryFolder<T>(
  { config, ...asked }: Omit<VerifyOptions, 'inspect' | 'start'>,
  work: (scratch: Config, archive: RestoredArchive) => Promise<T>,
): Promise<T> {
  await removeLeftCopies(config)
  const dataDir = join(copiesIn(config), `trial-${randomUUID()}`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    const scratch = { ...config, dataDir, databaseUrl: undefined, storageUrl: undefined }
    return await work(scratch, await restoreArchive({ ...asked, config: scratch }))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function compareRows(dataDir: string, { rows }: Closing) {
  const { client, end } = await openFolder(join(dataDir, 'db'))
  try {
    for (const table of await tablesOf(client)) {
      const { rows: counted } = await client.query<{ count: string }>(`select count(*) from ${quoted(table)}`)
      const [count, expected] = [Number(counted[0]?.count), rows[nameOf(table)]]
      if (expected !== undefined && count !== expected && !changesByItself.has(nameOf(table))) {
        throw new BadArchive(`${nameOf(table)} should have ${expected} rows, and has ${count}.`)
      }
    }
  } finally {
    await end()
  }
}

/** Tables that restoring itself writes to. */
const changesByItself = new Set(['engine.keys_in_use'])

async function compareFiles(scratch: Config, { pieces }: Closing) {
  const store = await openStore(scratch, join(scratch.dataDir, 'files', 'incoming'))
  for (const [name, { sha256 }] of Object.entries(pieces)) {
    if (!name.startsWith(FILES_FOLDER)) continue
    const hash = createHash('sha256')
    await pipeline(await store.read(name.slice(FILES_FOLDER.length)), hash)
    if (hash.digest('hex') !== sha256) throw new BadArchive(`${name} came out different from what was written.`)
  }
  store.close()
}

/**
 * Starts the installation in a temporary folder on its own, with everything switched off that would reach other
 * machines.
 */
export async function startOnce(
  { name, projectDir, jwtSecret, dataDir }: Config,
  { inspect, start }: Pick<VerifyOptions, 'inspect' | 'start'>,
) {
  await deleteQueuedMails(dataDir)
  const engine = await start({
    name: `${name} (trial)`,
    project: projectDir,
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      MAIL_URL: 'file:',
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'off',
      ...(jwtSecret && { JWT_SECRET: jwtSecret }),
    },
  })
  try {
    return (await inspect?.(engine)) ?? []
  } finally {
    await engine.stop()
  }
}

/** Deletes queued mails: the original server sends them. */
async function deleteQueuedMails(dataDir: string) {
  const { client, end } = await openFolder(join(dataDir, 'db'))
  await client.query('delete from mail.mails').finally(end)
}
