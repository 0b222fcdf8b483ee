import { format } from 'date-fns'

/** A moment, in the reader's own time zone: 'Mar 4, 2026'. */
export const formatDate = (moment: string) => format(new Date(moment), 'MMM d, yyyy')
