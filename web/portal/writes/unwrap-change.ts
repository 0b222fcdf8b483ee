import type { PostgrestSingleResponse } from '@supabase/supabase-js'
import { unwrapCount } from '../../lib/unwrap.ts'

/**
 * The error of a change that found no row: a row policy refuses by not finding the row, so "deleted" and "not allowed"
 * cannot be told apart.
 */
export const goneOrRefused = (thing: string, action: string) =>
  new Error(`This ${thing} no longer exists, or you may not ${action}.`)

/** Throws if a change made with `count: 'exact'` failed or changed nothing. */
export function unwrapChange(answer: PostgrestSingleResponse<unknown>, thing: string, action: string) {
  if (unwrapCount(answer) === 0) throw goneOrRefused(thing, action)
}
