import type { SupabaseClient } from '@supabase/supabase-js'
import { hashOf } from './hash.ts'

/** What an erasure uses of supabase-js. */
export type ErasingClient = Pick<SupabaseClient, 'rpc' | 'storage'>

/** What is erased; in the portal also the person who does it, for the audit trail, and the agency in whose name. */
export type Erasing = {
  kind: 'client' | 'client_person' | 'person' | 'agency' | 'enquiry'
  id: string
  actor?: string
  agencyId?: string | null
}

/** PostgreSQL's error code where rows changed that a transaction was about to delete. */
const CHANGED_MEANWHILE = '40001'
const ATTEMPTS = 5

/** The files that an erasure would remove. */
export const filesToErase = (db: ErasingClient, { kind, id }: Erasing): Promise<{ bucket: string; name: string }[]> =>
  ask(db, 'files_of', { kind, subject: id })

/** The number of rows of each table that an erasure would remove. Throws if the database would refuse it. */
export const rowsToErase = (db: ErasingClient, { kind, id, agencyId }: Erasing): Promise<unknown> =>
  askAgain(db, 'erase', { kind, subject: id, for_agency: agencyId })

/**
 * Erases for good and returns the receipt. Files go first, so that after an interruption their rows still exist and the
 * erasure can be repeated. Throws the database's error if it refuses.
 */
export async function eraseForGood(
  db: ErasingClient,
  erasing: Erasing,
  onProgress: (text: string) => void = () => {},
): Promise<unknown> {
  const { kind, id, actor, agencyId } = erasing
  const files = await filesToErase(db, erasing)
  // The database may refuse, so it is asked before a file is gone.
  await rowsToErase(db, erasing)
  const hashes: string[] = []
  for (const [index, { bucket, name }] of files.entries()) {
    onProgress(`file ${index + 1} of ${files.length}`)
    hashes.push(await removeFile(db, bucket, name))
  }
  onProgress('rows')
  // Named only now, since that is valid for a minute and many files take longer.
  if (actor !== undefined) await ask(db, 'act_for', { actor, about: id })
  const given = { kind, subject: id, is_meant: true, files: hashes, for_agency: agencyId }
  const receipt = await askAgain(db, 'erase', given)
  for (const { bucket, folder } of foldersOf(files)) await removeLateUploads(db, bucket, folder)
  return receipt
}

async function ask(db: ErasingClient, name: string, given: object) {
  const { data, error } = await db.rpc(name, given)
  if (error) throw error
  return data
}

/** Asks again where somebody has changed the rows meanwhile; of two erasures at once, one then finds nothing. */
async function askAgain(db: ErasingClient, name: string, given: object): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(db, name, given)
    } catch (error) {
      if (attempt === ATTEMPTS || Object(error).code !== CHANGED_MEANWHILE) throw error
    }
  }
}

/** Removes a file and returns the hash of its content, or 'missing'. */
export async function removeFile(db: ErasingClient, bucket: string, name: string): Promise<string> {
  const files = db.storage.from(bucket)
  const { data } = await files.download(name)
  const { error } = await files.remove([name])
  if (error) throw error
  return data ? hashOf(await data.arrayBuffer()) : 'missing'
}

function foldersOf(files: readonly { bucket: string; name: string }[]) {
  const folders = new Map(files.map(({ bucket, name }) => [name.slice(0, name.lastIndexOf('/')), bucket]))
  return [...folders].map(([folder, bucket]) => ({ bucket, folder }))
}

/** Removes files that were uploaded while the erasure was running. */
async function removeLateUploads(db: ErasingClient, bucket: string, folder: string) {
  const files = db.storage.from(bucket)
  const { data, error } = await files.list(folder)
  if (error) throw error
  if (data.length === 0) return
  const removed = await files.remove(data.map(({ name }) => `${folder}/${name}`))
  if (removed.error) throw removed.error
}
