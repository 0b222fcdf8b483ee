import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../kernel/config/environment-variables.ts'
import { openStore } from '../storage/files/open-file-store.ts'

/** Writes, reads and removes a test file in the file store of these settings. Throws where one of these fails. */
export async function tryStorage(config: Pick<Config, 'dataDir' | 'storageUrl'>): Promise<void> {
  const drafts = join(config.dataDir, 'files', 'incoming')
  const version = randomUUID()
  const draft = join(drafts, `doctor-${version}`)
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
      // The error of the write is more useful than that of removing a missing file.
      await remove().catch(() => undefined)
      store.close()
      throw error
    }
    await remove().finally(store.close)
  } finally {
    await rm(draft, { force: true })
  }
}
