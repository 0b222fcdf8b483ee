import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Config } from '../kernel/config/environment-variables.ts'
import { isErrno } from '../kernel/errno.ts'
import type { TablesOfFeature } from '../kernel/feature-tables.ts'
import { keysFileOf } from '../tokens/open-tokens.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { packArchive } from './archive.ts'
import type { Closing, Heading } from './archive-format.ts'
import { archiveName } from './archive-name.ts'
import { type OnProgress, piecesOfBackup } from './archive-pieces.ts'
import { openSource, type Source } from './backup-source.ts'
import { prepareEncryption, suffixOf } from './encrypt-archive.ts'
import { findOmissions } from './find-omissions.ts'
import type { BackupPlace } from './places/backup-place.ts'
import { headingOf } from './read-heading.ts'

export type BackUpResult = {
  name: string
  place: string
  madeAt: string
  bytes: number
  rows: number
  files: number
  missing: number
  /** What the backup does not contain, in sentences. After a trial restore these come from the trial. */
  notes: string[]
}

type BackUpOptions = {
  config: Config
  tokens: Pick<Tokens, 'serviceRoleKey'>
  place: BackupPlace
  /** Without a passphrase nothing is encrypted, and the keys are left out. */
  passphrase: string | undefined
  onProgress: OnProgress
  /** The tables of all features. */
  features: readonly TablesOfFeature[]
  /** Throws where the archive cannot be restored; without an error the backup counts as proven. */
  prove?: ((made: BackUpResult) => Promise<void>) | undefined
}

/**
 * Writes one archive of the whole installation, as it is at one moment: rows, files and, if it is encrypted, keys. The
 * server keeps running meanwhile. An error is recorded and thrown, and a partial archive is removed.
 */
export async function backUp({
  config,
  tokens,
  place,
  passphrase,
  onProgress,
  features,
  prove,
}: BackUpOptions): Promise<BackUpResult> {
  const seal = await prepareEncryption(passphrase)
  const source = await openSource(config, tokens)
  try {
    const { heading, ...written } = await write(source, { config, place, passphrase, onProgress, seal })
    await source.finishReading()
    const notes = prove ? [] : [...(heading.unheldRows ?? []), ...(await findOmissions({ config, features }, heading))]
    const made = { ...written, notes }
    await prove?.(made)
    await source.end({ ...made, isProven: prove !== undefined })
    return made
  } catch (error) {
    await source.end({ failure: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

type WriteOptions = Pick<BackUpOptions, 'config' | 'place' | 'passphrase' | 'onProgress'> & {
  seal: (archive: Readable) => Readable
}

type WrittenArchive = Omit<BackUpResult, 'notes'> & { heading: Heading }

async function write(
  source: Source,
  { config, place, passphrase, onProgress, seal }: WriteOptions,
): Promise<WrittenArchive> {
  const { client } = source
  await client.query('begin isolation level repeatable read read only')
  const heading = await headingOf(client, config)
  const keys = passphrase === undefined ? undefined : await keysOf(config)
  const pieces = piecesOfBackup(source, { tables: heading.tables, keys, onProgress })
  const { stream, packed } = packArchive(heading, pieces)
  const name = `${archiveName(config, heading.madeAt)}${suffixOf(passphrase)}`
  const sealed = seal(stream)
  const bytes = await place.write(name, sealed).catch(async (error: unknown) => {
    // Stops reading; the error of the interrupted stream is expected.
    sealed.on('error', () => undefined).destroy()
    stream.destroy()
    await packed.catch(() => undefined)
    throw error
  })
  const { rows, files, missing }: Closing = await packed
  return {
    heading,
    name,
    place: place.address,
    madeAt: heading.madeAt,
    bytes,
    files,
    missing: missing.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
  }
}

async function keysOf(config: Config): Promise<string | undefined> {
  try {
    return await readFile(keysFileOf(config), 'utf8')
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
