import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { unwrap } from '../../lib/unwrap.ts'
import { goneOrRefused } from './nothing-changed.ts'

/** Somebody else saved the same thing after this person had opened it. */
export class NewerChange extends Error {
  override name = 'NewerChange'
}

type Version = { updated_at: string }

/**
 * Why an update that was to change the version `seen` found nothing to change. `current` asks for the version there is
 * now.
 */
export async function whyNothingChanged(
  thing: string,
  seen: string,
  current: PromiseLike<PostgrestSingleResponse<Version | null>>,
): Promise<Error> {
  const version = unwrap(await current)
  if (version && version.updated_at !== seen) return new NewerChange(`Somebody else changed this ${thing} meanwhile.`)
  return goneOrRefused(thing, 'change it')
}
