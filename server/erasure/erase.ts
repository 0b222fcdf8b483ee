import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type Receipt, receipt } from './receipts.ts'
import type { Subject } from './subject.ts'

type Erased = Pick<Subject, 'kind' | 'id'>

const found = z.array(z.object({ bucket: z.string(), name: z.string() }))
const preview = receipt.pick({ rows: true })

/** How much would go, while nothing does: rows of each table, and files. */
export async function whatWouldGo(db: SupabaseClient, { kind, id }: Erased) {
  const rows = preview.parse(await ask(db, 'erase', { kind, subject: id })).rows
  return { rows, files: (await filesOf(db, { kind, id })).length }
}

/**
 * Erases for good. Files go first: where it is cut short whatever they belong to is still there, and so it can be done
 * again. Throws where the database refuses, with its words.
 */
export async function eraseForGood(
  db: SupabaseClient,
  { kind, id }: Erased,
  onProgress: (text: string) => void = () => {},
): Promise<Receipt> {
  const files = await filesOf(db, { kind, id })
  // It says no, where it does, before a file is gone.
  await ask(db, 'erase', { kind, subject: id })
  const hashes: string[] = []
  for (const [index, { bucket, name }] of files.entries()) {
    onProgress(`file ${index + 1} of ${files.length}`)
    hashes.push(await removeFile(db, bucket, name))
  }
  onProgress('rows')
  const written = receipt.parse(await ask(db, 'erase', { kind, subject: id, is_meant: true, files: hashes }))
  for (const { bucket, folder } of foldersOf(files)) await removeLatecomers(db, bucket, folder)
  return written
}

const filesOf = async (db: SupabaseClient, { kind, id }: Erased) =>
  found.parse(await ask(db, 'files_of', { kind, subject: id }))

async function ask(db: SupabaseClient, name: string, given: object): Promise<unknown> {
  const { data, error } = await db.rpc(name, given)
  if (error) throw new Error(error.message, { cause: error })
  return data
}

/** Returns the hash of what it was; one that is missing already has none. */
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

/** Somebody may have sent a file while its update was still there. */
async function removeLatecomers(db: SupabaseClient, bucket: string, folder: string) {
  const files = db.storage.from(bucket)
  const { data, error } = await files.list(folder)
  if (error) throw error
  if (data.length === 0) return
  const removed = await files.remove(data.map(({ name }) => `${folder}/${name}`))
  if (removed.error) throw removed.error
}
