import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Notebook } from './notebook.ts'

/** The number of notes that are loaded at a time. */
const NOTES_AT_A_TIME = 20

/** The notes about one client or project, newest first, with as many pages as the person asked for. */
export const notesQuery = (notebook: Notebook) =>
  infiniteQueryOptions({
    queryKey: notebook.key,
    initialPageParam: 0,
    queryFn: ({ pageParam: from, signal }) => notebook.read(from, from + NOTES_AT_A_TIME - 1, signal),
    getNextPageParam: ({ count }, pages) => {
      const next = pages.length * NOTES_AT_A_TIME
      return next < count ? next : undefined
    },
    select: ({ pages }) => ({
      // Notes written meanwhile shift the others, so that the last row of a page may be the first of the next;
      // duplicates are removed.
      notes: [...new Map(pages.flatMap(({ rows }) => rows).map((note) => [note.id, note])).values()],
      count: pages.at(-1)?.count ?? 0,
    }),
  })
