import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export class FolderInUse extends Error {}

export interface FolderLock {
  release(): void
}

/** Waits for a process that was just killed or is shutting down, which may hold the folder for a moment. */
const LOCK_TIMEOUT_MS = 5_000
const RETRY_DELAY_MS = 50

/**
 * Locks `folder` for this process, since two processes on one embedded database destroy it. SQLite holds the lock: the
 * operating system releases it when the process ends, however that happens, and two processes can never both find it
 * free. A file with a process id could promise neither.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const holderFile = `${folder}.holder`
  const lock = await acquire(`${folder}.lock`, Date.now() + LOCK_TIMEOUT_MS)
  if (!lock) {
    const holder = await readFile(holderFile, 'utf8').catch(() => 'another process')
    throw new FolderInUse(`${folder} is in use by ${holder.trim()}. Stop it first, or choose another DATA_DIR.`)
  }
  await writeFile(holderFile, `process ${process.pid}, started ${new Date().toISOString()}\n`)
  return { release: () => lock.close() }
}

/** Whether another process has locked `folder`. */
export async function isInUse(folder: string): Promise<boolean> {
  const lock = await acquire(`${folder}.lock`, Date.now())
  lock?.close()
  return !lock
}

async function acquire(file: string, deadline: number): Promise<DatabaseSync | undefined> {
  for (;;) {
    const lock = new DatabaseSync(file)
    try {
      lock.exec('begin exclusive')
      return lock
    } catch (error) {
      lock.close()
      if (!isBusy(error)) throw error
      if (Date.now() >= deadline) return undefined
      await sleep(RETRY_DELAY_MS)
    }
  }
}

const SQLITE_BUSY = 5
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
