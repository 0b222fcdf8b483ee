import { z } from 'zod'

/** A version of a file: buckets keep only the one that is there. Who names another must not get that one instead. */
export const noVersion = z.undefined({ error: 'buckets keep no earlier versions of files' }).optional()

/** Whether a list shows earlier versions or delete markers too: there are none to show. */
export const shownVersions = z.enum(['exclude', 'include']).optional()
