import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type Receipt, receipt } from './erasure-receipts.ts'
import type { ErasureSubject } from './erasure-subject.ts'

const found = z.array(z.object({ bucket: z.string(), name: z.string() }))
const preview = receipt.pick({ rows: true })

/** The number of rows of each table, and of files, that an erasure would remove. Removes nothing. */
export async function countErasure(db: SupabaseClient, { kind, id }: ErasureSubject) {
  const rows = preview.parse(await ask(db, 'erase', { kind, subject: id })).rows
  return { rows, files: (await filesOf(db, { kind, id })).length }
}

/**
 * Erases for good. Files go first, so that after an interruption their rows still exist and the erasure can be
 * repeated. Throws with the database's message if it refuses.
 */
export async function eraseForGood(
  db: SupabaseClient,
  { kind, id }: ErasureSubject,
  onProgress: (text: string) => void = () => {},
): Promise<Receipt> {
  const files = await filesOf(db, { kind, id })
  // The database may refuse, so it is asked before a file is gone.
  await ask(db, 'erase', { kind, subject: id })
  const hashes: string[] = []
  for (const [index, { bucket, name }] of files.entries()) {
    onProgress(`file ${index + 1} of ${files.length}`)
    hashes.push(await removeFile(db, bucket, name))
  }
  onProgress('rows')
  const written = receipt.parse(await ask(db, 'erase', { kind, subject: id, is_meant: true, files: hashes }))
  for (const { bucket, folder } of foldersOf(files)) await removeLateUploads(db, bucket, folder)
  return written
}

const filesOf = async (db: SupabaseClient, { kind, id }: ErasureSubject) =>
  found.parse(await ask(db, 'files_of', { kind, subject: id }))

async function ask(db: SupabaseClient, name: string, given: object): Promise<unknown> {
  const { data, error } = await db.rpc(name, given)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Removes a file and returns the hash of its content, none if the file is missing. */
async function removeFile(db: SupabaseClient, bucket: string, name: string): Promise<string> {
  const files = db.storage.from(bucket)
  const { data } = await files.download(name)
  const { error } = await files.remove([name])
  if (error) throw error
  return data
    ? createHash('sha256')
        .update(Buffer.from(await data.arrayBuffer()))
        .digest('hex')
    : 'missing'
}

function foldersOf(files: z.infer<typeof found>) {
  const folders = new Map(files.map(({ bucket, name }) => [name.slice(0, name.lastIndexOf('/')), bucket]))
  return [...folders].map(([folder, bucket]) => ({ bucket, folder }))
}

/** Removes files that were uploaded while the erasure was running. */
async function removeLateUploads(db: SupabaseClient, bucket: string, folder: string) {
  const files = db.storage.from(bucket)
  const { data, error } = await files.list(folder)
  if (error) throw error
  if (data.length === 0) return
  const removed = await files.remove(data.map(({ name }) => `${folder}/${name}`))
  if (removed.error) throw removed.error
}
