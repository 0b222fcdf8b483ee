import { open } from 'node:fs/promises'

/** Waits until a file's bytes are on the disk. */
export async function syncFile(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Waits until the names in a folder are on the disk: without it, a file may lose its name in a power cut. */
export async function syncFolder(path: string) {
  // Windows cannot open folders, and keeps names safe by itself.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
