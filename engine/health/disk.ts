import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskTrouble, writeProbe } from '../kernel/write-probe.ts'
import type { Finding, HealthPart } from './health.ts'

/** Below that it is time to make room: the embedded database may want so much at once for its write-ahead log. */
const LOW_BYTES = 512 * 2 ** 20

type Options = {
  /** Where the embedded database lies; undefined on PostgreSQL. */
  databaseDir?: string | undefined
  /** Whether people can be served without this disk: where rows and files are elsewhere. */
  isVital: boolean
}

/** The disk of DATA_DIR: full, read-only, gone, or with little room left. Looks at how it is now, for comparison. */
export async function diskHealth(dataDir: string, { databaseDir, isVital }: Options): Promise<HealthPart> {
  const opened = databaseDir && (await identity(databaseDir))
  const disks = [dataDir]
  // In there Postgres alone has files, unless it is the only place to ask another disk.
  if (databaseDir && (await deviceOf(databaseDir)) !== (await deviceOf(dataDir))) disks.push(databaseDir)

  async function look(): Promise<Finding> {
    // The database goes on with files that nobody else sees any more, and what it keeps in them is lost with it.
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
        const status = diskTrouble(error)
        if (status === undefined) throw error
        return { status }
      }
    },
  }
}

/** Of a file that Postgres makes with the database and never again. */
async function identity(databaseDir: string): Promise<string> {
  const { dev, ino } = await stat(join(databaseDir, 'PG_VERSION'), { bigint: true })
  return `${dev}:${ino}`
}

const deviceOf = async (folder: string) => (await stat(folder)).dev

async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  // Some file systems of the network do not know.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}
