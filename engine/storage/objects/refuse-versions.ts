import { z } from 'zod'

/** A version of a file: buckets keep only the current one, which must not be served to a caller who names another. */
export const noVersion = z.undefined({ error: 'buckets keep no earlier versions of files' }).optional()

/** Whether a list includes earlier versions and delete markers, of which there are none. */
export const shownVersions = z.enum(['exclude', 'include']).optional()
