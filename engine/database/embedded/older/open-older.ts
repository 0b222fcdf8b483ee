import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ALWAYS_THERE, namesOfExtensions } from '../extensions.ts'
import { fetchRelease } from './fetch-release.ts'
import { type OlderStream, openBy } from './older-stream.ts'
import { earlierPostgresOf } from './releases.ts'

export type Older = { stream: OlderStream; end(): Promise<void> }

/**
 * The database in `folder` as its own PGlite reads it, from a copy: it stays as it was. Undefined where no earlier PostgreSQL
 * made it. Nobody else may use it until the copy is made.
 */
export async function openOlder(folder: string): Promise<Older | undefined> {
  const postgres = await earlierPostgresOf(folder)
  if (postgres === undefined) return undefined
  await using opening = new AsyncDisposableStack()
  const copy = join(dirname(folder), 'copies', `older-${randomUUID()}`)
  opening.defer(() => rm(copy, { recursive: true, force: true }))
  const release = opening.use(await fetchRelease(postgres, dirname(folder)))
  await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
  const stream = await openBy(release.folder, copy, [...ALWAYS_THERE, ...(await namesOfExtensions(folder))])
  const opened = opening.move()
  return { stream, end: () => opened.disposeAsync() }
}
