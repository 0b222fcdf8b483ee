import type { PGlite } from '@electric-sql/pglite'

/**
 * Makes PostgreSQL raise an error for the features that PGlite lacks, which would otherwise crash it in the middle of a
 * statement.
 */
export async function refuseUnsupported(pglite: PGlite): Promise<PGlite> {
  refusePrograms(pglite)
  await refuseConversions(pglite)
  return pglite
}

/** Makes starting a program (`copy … to program`) fail like a program that the system refuses to start. */
function refusePrograms(pglite: PGlite) {
  const known = pglite.handleExternalCmd.bind(pglite)
  pglite.handleExternalCmd = (command, mode) => (command.startsWith('locale -a') ? known(command, mode) : NOT_STARTED)
}

const NOT_STARTED = 0

/**
 * Removes the encoding conversions, whose libraries need functions that PGlite leaves out. PostgreSQL then reports that
 * there is no default conversion, also where a client asks for its answers in another encoding: an error that could
 * itself not be converted would end the database.
 */
const refuseConversions = (pglite: PGlite) =>
  pglite.exec('update pg_catalog.pg_conversion set condefault = false where condefault')
