import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class FolderInUse extends Error {}

export interface FolderLock {
  release(): void
}

/** A process that was just killed or is shutting down may hold the folder for a moment. */
const PATIENCE_MS = 5_000

/**
 * Locks `folder` for this process, since two processes on one embedded database destroy it.
 * The lock is SQLite's: the operating system drops it with the process, however that ends, and no two processes can
 * both find it free, which a file with a process id cannot promise.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const holderFile = `${folder}.holder`
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: PATIENCE_MS })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    const holder = await readFile(holderFile, 'utf8').catch(() => 'another process')
    throw new FolderInUse(`${join(folder)} is in use by ${holder.trim()}. Stop it first, or choose another DATA_DIR.`, {
      cause,
    })
  }
  await writeFile(holderFile, `process ${process.pid}, started ${new Date().toISOString()}\n`)
  return { release: () => lock.close() }
}
