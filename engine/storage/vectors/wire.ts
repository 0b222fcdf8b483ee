import { z } from 'zod'

/** Times are whole seconds since 1970 here, unlike elsewhere in this service. */
export const inSeconds = (time: Date): number => Math.floor(time.getTime() / 1000)

/** The rules of the hosted service for the name of an index. */
export const indexName = z
  .string()
  .min(3)
  .max(45)
  .regex(/^[a-z0-9][a-z0-9.-]*[a-z0-9]$/)

const MOST_NAMES = 500

/** What lists of names are asked with; `nextToken` is the last name of the page before. */
export const pageOfNames = {
  maxResults: z.number().int().min(1).max(MOST_NAMES).default(MOST_NAMES),
  nextToken: z.string().optional(),
  prefix: z.string().optional(),
}

/** A page out of rows of which one more was read than it holds, and where the next one goes on. */
export function pageOf<T>(rows: readonly T[], size: number, tokenOf: (row: T) => string) {
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return { page, nextToken: rows.length > size && last ? tokenOf(last) : undefined }
}
