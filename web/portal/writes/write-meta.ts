import type { Notice } from '../../ui/toast.ts'
import type { ChangedTables } from './stale-after.ts'

/** What belongs to a write: its messages, and what it refreshes. */
export type WriteMeta = {
  /** The message after success, perhaps from the result. Without one the screen is message enough. */
  succeeded?: Notice | ((data: unknown) => Notice)
  failed: Notice | ((error: unknown) => Notice)
  refresh: ChangedTables
  /** True if a failure leaves everything as it was. Otherwise a failure refreshes too, since the changed row may be gone. */
  isAddition?: true
}
