import type { Tables } from '../../lib/database.types.ts'
import { NEW_PARAMETER } from '../writes/use-new-dialog.ts'

/** A named address of a list, with its search, filters and sorting. */
export type SavedView = Omit<Tables<'saved_views'>, 'user_id'>
export type ViewedList = SavedView['list']

/** The most views of one list; the database enforces it. */
export const MAX_VIEWS = 20

/**
 * Query parameters that no saved view keeps: the page, the day of a calendar, open dialogs, and the unfolded visits above the
 * enquiries.
 */
const passing = ['page', 'day', NEW_PARAMETER, 'client', 'visits']

/**
 * Returns the query parameters that a saved view keeps: search, filters and sorting. They are sorted, so that equal
 * views compare equal.
 */
export function viewQueryOf(address: URLSearchParams): string {
  const lasting = [...address].filter(([name, value]) => value !== '' && !passing.includes(name))
  return new URLSearchParams(lasting.sort(([one], [other]) => (one < other ? -1 : 1))).toString()
}
