import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder with little room, where this user may mount one; else just a folder, and it cannot be filled. */
export type SmallDisk = {
  folder: string
  fill?: () => Promise<void>
  empty?: () => Promise<void>
  end(): void
}

export function smallDisk(folder: string, megabytes: number): SmallDisk {
  mkdirSync(folder, { recursive: true })
  const ballast = join(folder, 'ballast')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return { folder, end: () => undefined }
  }
  return {
    folder,
    async fill() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize))
      } catch {
        // Somebody was faster with the last bytes: it is full all the same.
      }
    },
    empty: async () => rmSync(ballast, { force: true }),
    end: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  }
}
