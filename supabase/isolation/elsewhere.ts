import { matrix } from './matrix.ts'

/** The matrix where another agency answers the website: North then has the same rights as South. */
export const matrixElsewhere: typeof matrix = {
  ...matrix,
  ...Object.fromEntries(
    Object.entries(matrix)
      .filter(([table]) => table === 'contact_submissions' || table === 'page_counts')
      .map(([table, { cleo, ...rightsOf }]) => [table, { ...rightsOf, cleo, ben: cleo, ana: cleo, abe: cleo }]),
  ),
}
