import { type ServiceClient, unwrap } from '../_shared/database.ts'
import { removeFile } from '../_shared/erase-for-good.ts'

/**
 * Moves the files of deleted and restored rows, removes files without rows, and erases what was deleted thirty days
 * ago and what clients handed over that has expired. May be called at any time, even concurrently: the database lists what is left to do.
 */
export async function settleDeleted(supabase: ServiceClient): Promise<void> {
  await moveFiles(supabase)
  unwrap(await supabase.rpc('erase_expired_secrets'))
  for (const { deletion, files } of unwrap(await supabase.rpc('expired_deletions'))) {
    const hashes: string[] = []
    for (const name of files) hashes.push(await removeFile(supabase, 'recently-deleted', name))
    unwrap(await supabase.rpc('erase_deletion', { deletion, files: hashes }))
  }
}

/** Moves files in batches; a file that cannot be moved now is tried again by the next call. */
async function moveFiles(supabase: ServiceClient): Promise<void> {
  for (let moved = 1; moved > 0; ) {
    moved = 0
    for (const { bucket, name, belongs_in } of unwrap(await supabase.rpc('misplaced_files'))) {
      const files = supabase.storage.from(bucket)
      const { data, error } = belongs_in
        ? await files.move(name, name, { destinationBucket: belongs_in })
        : await files.remove([name])
      if (error) console.error(`${bucket}/${name} could not be moved: ${error.message}`)
      // Storage lists the removed files: a file that stays listed as misplaced must not be tried for ever.
      else if (!Array.isArray(data) || data.length > 0) moved++
    }
  }
}
