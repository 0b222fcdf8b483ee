import { open } from 'node:fs/promises'

/** Flushes a file's content to the disk. */
export async function syncFile(path: string) {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes the names in a folder to the disk: without it, a file may lose its name in a power cut. */
export async function syncFolder(path: string) {
  // Windows cannot open folders, and its file system keeps names safe itself.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
