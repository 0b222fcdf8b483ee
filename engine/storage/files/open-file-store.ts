import { join } from 'node:path'
import { type Config, ConfigError } from '../../kernel/config/environment-variables.ts'
import { loadPackage } from '../../kernel/optional-package.ts'
import { type BucketFeature, bucketPackage } from './bucket-package.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { openTempFiles, type TempFiles } from './temp-files.ts'

/** The store of the files, and the temporary files of incoming uploads. */
export type Files = { store: FileStore; tempFiles: TempFiles }

/** Opens the store that STORAGE_URL names, a bucket, or else the folder `files` of DATA_DIR. */
export async function openFiles(config: Pick<Config, 'dataDir' | 'storageUrl' | 'databaseUrl'>): Promise<Files> {
  // The embedded database has locked the folder; with PostgreSQL several servers may share it.
  const tempFiles = await openTempFiles(join(folderOf(config), 'incoming'), {
    isAlone: config.databaseUrl === undefined,
  })
  return { store: await openStore(config, tempFiles.folder), tempFiles }
}

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'files')

/** Opens the store alone. `tempFolder` must be on the file system of DATA_DIR. */
export async function openStore(
  config: Pick<Config, 'dataDir' | 'storageUrl'>,
  tempFolder: string,
): Promise<FileStore> {
  const { storageUrl } = config
  if (!storageUrl) return diskStore(folderOf(config), tempFolder)
  const buckets = await loadPackage<BucketFeature>(bucketPackage('STORAGE_URL'))
  const store = buckets.store(storageUrl)
  await store.check().catch((cause: unknown) => {
    const reason = buckets.explain(cause, storageUrl.bucket)
    throw new ConfigError(`STORAGE_URL should name a bucket that answers: ${reason}.`, { cause })
  })
  return store
}
