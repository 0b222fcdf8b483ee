import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A small disk image that is mounted on a folder; where this user may not mount one, an ordinary folder that cannot be
 * filled.
 */
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
        // Another process has taken the last bytes, so the disk is full as well.
      }
    },
    empty: async () => rmSync(ballast, { force: true }),
    end: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'pipe' }),
  }
}
