import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { openStore } from '../../../engine/storage/files/open-files.ts'
import { type Check, ok, problem, reasonOf } from '../check.ts'

/** Whether a file can be kept, read and removed again: one of our own, that no row names. */
export const storage: Check = async ({ config }) => {
  const drafts = join(config.dataDir, 'files', 'incoming')
  const version = randomUUID()
  const draft = join(drafts, `doctor-${version}`)
  const where = config.storageUrl ? `the bucket ${config.storageUrl.bucket}` : join(config.dataDir, 'files')
  try {
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    await writeFile(draft, version)
    const store = await openStore(config, drafts)
    const remove = () => store.remove([version])
    try {
      await store.put(version, draft)
      const read = await text(await store.read(version))
      if (read !== version) throw new Error('what was read is not what was written')
    } catch (error) {
      // Why it could not be written says more than that what is not there cannot be removed.
      await remove().catch(() => undefined)
      store.close()
      throw error
    }
    await remove().finally(store.close)
    return ok(`Files are kept in ${where}: one was written, read and removed.`)
  } catch (error) {
    return problem(
      `No file can be kept in ${where}: ${reasonOf(error)}.`,
      config.storageUrl
        ? 'Look at STORAGE_URL: the endpoint, the name of the bucket, and whether the key may write, read, list and delete in it.'
        : 'Give the folder to the user of the server, and make room on the disk.',
    )
  } finally {
    await rm(draft, { force: true })
  }
}
