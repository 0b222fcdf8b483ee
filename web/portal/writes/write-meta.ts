import type { Notice } from '../../ui/toast.ts'
import type { ChangedTables } from './stale-after.ts'

/** The messages of a write, and the tables that it changes. */
export type WriteMeta = {
  /** The toast after success, possibly derived from the result. Without one the changed screen is message enough. */
  succeeded?: Notice | ((data: unknown) => Notice)
  failed: Notice | ((error: unknown) => Notice)
  refresh: ChangedTables
  /**
   * True if a refused write leaves everything as it was. Otherwise its failure refreshes queries too, since the changed
   * row may be gone. A write without an answer always does, since it may have been stored.
   */
  isAddition?: true
}
