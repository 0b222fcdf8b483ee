import type { Tables } from '../../lib/database.types.ts'
import { NEW } from '../writes/use-new-dialog.ts'

/** A part of a list that somebody comes back to, under a name of theirs: an address, and nothing else. */
export type SavedView = Omit<Tables<'saved_views'>, 'user_id'>
export type ViewedList = SavedView['list']

/** As many as the database keeps of one list. */
export const MOST_VIEWS = 20

/** In the address for the moment: the page one has come to, and what is asked by a dialog. */
const passing = ['page', NEW, 'client']

/** What of an address is a view: search, filters and sorting, in one order, so that alike ones are the same. */
export function viewOf(address: URLSearchParams): string {
  const lasting = [...address].filter(([name, value]) => value !== '' && !passing.includes(name))
  return new URLSearchParams(lasting.sort(([one], [other]) => (one < other ? -1 : 1))).toString()
}
