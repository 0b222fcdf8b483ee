import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFailure, writeProbe } from '../kernel/write-probe.ts'
import type { Finding, HealthPart } from './health.ts'

/** Below this it is time to free space: the embedded database may need as much at once for its write-ahead log. */
const LOW_BYTES = 512 * 2 ** 20

type Options = {
  /** The folder of the embedded database; undefined on PostgreSQL. */
  databaseDir?: string | undefined
  /** Whether the server cannot work without this disk; false where rows and files are elsewhere. */
  isVital: boolean
}

/**
 * Reports the disk of DATA_DIR: full, read-only, gone, or low on space. It remembers the folder's identity now, to
 * notice a replacement later.
 */
export async function diskHealth(dataDir: string, { databaseDir, isVital }: Options): Promise<HealthPart> {
  const opened = databaseDir && (await identity(databaseDir))
  const disks = [dataDir]
  // Only Postgres has files in that folder, so it is tested only where it is on another disk.
  if (databaseDir && (await deviceOf(databaseDir)) !== (await deviceOf(dataDir))) disks.push(databaseDir)

  async function look(): Promise<Finding> {
    // The database continues with deleted files, and everything that it writes into them will be lost.
    if (databaseDir && (await identity(databaseDir)) !== opened) return { status: 'gone' }
    for (const disk of disks) await writeProbe(disk)
    const free = await Promise.all(disks.map(freeBytes))
    return Math.min(...free) < LOW_BYTES ? { status: 'low', serves: true } : { status: 'ok' }
  }

  return {
    name: 'disk',
    isVital,
    async check() {
      try {
        return await look()
      } catch (error) {
        const status = diskFailure(error)
        if (status === undefined) throw error
        return { status }
      }
    },
  }
}

/** The identity of a file that Postgres creates once, with the database. */
async function identity(databaseDir: string): Promise<string> {
  const { dev, ino } = await stat(join(databaseDir, 'PG_VERSION'), { bigint: true })
  return `${dev}:${ino}`
}

const deviceOf = async (folder: string) => (await stat(folder)).dev

async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some network file systems do not report their size.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
