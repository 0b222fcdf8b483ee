import type { BackupPlace } from 'engine/maintenance'
import type { Output } from '../command-line/output.ts'
import { forgetDisproof, noteDisproof } from './disproofs.ts'

type Trial = { place: BackupPlace; name: string; output: Pick<Output, 'note'> }

/** Runs a trial restore; marks the archive as bad if it fails, and removes the mark if it succeeds. */
export async function onTrial<T>({ place, name, output }: Trial, trial: () => Promise<T>): Promise<T> {
  const found = await trial().catch(async (error: unknown) => {
    await noteDisproof(place, name, error).catch((cause: unknown) =>
      output.note(`That could not be noted beside ${name}: ${cause instanceof Error ? cause.message : cause}`),
    )
    throw error
  })
  await forgetDisproof(place, name)
  return found
}
