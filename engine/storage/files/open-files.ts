import { join } from 'node:path'
import { type Config, ConfigError } from '../../kernel/config/config.ts'
import { diskStore } from './disk.ts'
import { type Drafts, openDrafts } from './drafts.ts'
import type { FileStore } from './file-store.ts'

/** Where files are kept, and where they wait until they are whole. */
export type Files = { store: FileStore; drafts: Drafts }

/** Opens the store that STORAGE_URL names: a bucket, or else the folder `files` of DATA_DIR. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'storageUrl' | 'databaseUrl'>): Promise<Files> {
  // The embedded database has locked the folder; on PostgreSQL several servers may share it.
  const drafts = await openDrafts(join(folderOf(config), 'incoming'), { isAlone: config.databaseUrl === undefined })
  return { store: await openStore(config, drafts.folder), drafts }
}

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'files')

/** The store alone. `draftFolder` is in the file system of DATA_DIR. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  draftFolder: string,
): Promise<FileStore> {
  const { storageUrl } = config
  if (!storageUrl) return diskStore(folderOf(config), draftFolder)
  // A large library, for those alone who use it.
  const [{ s3Store }, { whyNoBucket }] = await Promise.all([import('./s3.ts'), import('./why-no-bucket.ts')])
  const store = s3Store(storageUrl)
  await store.check().catch((cause: unknown) => {
    const reason = whyNoBucket(cause, storageUrl.bucket)
    throw new ConfigError(`STORAGE_URL should name a bucket that answers: ${reason}.`, { cause })
  })
  return store
}
