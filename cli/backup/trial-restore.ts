import type { BackupPlace } from 'engine/maintenance'
import type { Output } from '../command-line/print-output.ts'
import { markAsBad, removeBadMarker } from './bad-archive-markers.ts'

type RestoredArchive = { place: BackupPlace; name: string; output: Pick<Output, 'note'> }

/** Runs a trial restore; marks the archive as bad if it fails, and removes the mark if it succeeds. */
export async function trialRestore<T>({ place, name, output }: RestoredArchive, trial: () => Promise<T>): Promise<T> {
  const found = await trial().catch(async (error: unknown) => {
    await markAsBad(place, name, error).catch((cause: unknown) =>
      output.note(`That could not be noted beside ${name}: ${cause instanceof Error ? cause.message : cause}`),
    )
    throw error
  })
  await removeBadMarker(place, name)
  return found
}
