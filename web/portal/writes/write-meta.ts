import type { Notice } from '../../ui/toast.ts'
import type { Changed } from './stale-after.ts'

/** What goes with a write: what is said of it, and what it changes. */
export type WriteMeta = {
  /** Said once the screens show it, of what the write returned. Without it the screen says enough. */
  said?: Notice | ((data: unknown) => Notice)
  failed: Notice | ((error: unknown) => Notice)
  refresh: Changed
  /** Where a failure left everything as it was. Otherwise it is refreshed then too: what could not be changed may be gone. */
  isAddition?: true
}
