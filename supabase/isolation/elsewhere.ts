import { matrix } from './matrix.ts'

/** Who may do what where another agency answers the website: North is one like South there. */
export const matrixElsewhere: typeof matrix = {
  ...matrix,
  ...Object.fromEntries(
    Object.entries(matrix)
      .filter(([table]) => table === 'contact_submissions' || table === 'page_counts')
      .map(([table, { cleo, ...rightsOf }]) => [table, { ...rightsOf, cleo, ben: cleo, ana: cleo, abe: cleo }]),
  ),
}
