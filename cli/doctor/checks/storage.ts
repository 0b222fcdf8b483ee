import { join } from 'node:path'
import { tryStorage } from 'engine/maintenance'
import { type Check, ok, problem, reasonOf } from '../check-result.ts'

/** Checks that a file can be stored, read and removed. */
export const storage: Check = async ({ config }) => {
  const where = config.storageUrl ? `the bucket ${config.storageUrl.bucket}` : join(config.dataDir, 'files')
  try {
    await tryStorage(config)
    return ok(`Files are kept in ${where}: one was written, read and removed.`)
  } catch (error) {
    return problem(
      `No file can be kept in ${where}: ${reasonOf(error)}.`,
      config.storageUrl
        ? 'Look at STORAGE_URL: the endpoint, the name of the bucket, and whether the key may write, read, list and delete in it.'
        : 'Give the folder to the user of the server, and make room on the disk.',
    )
  }
}
