import type { PGlite } from '@electric-sql/pglite'

/** Has PostgreSQL itself say what PGlite lacks, where it would otherwise end in the middle of a statement. */
export async function saysWhatItLacks(pglite: PGlite): Promise<PGlite> {
  refusePrograms(pglite)
  await refuseConversions(pglite)
  return pglite
}

/** To PostgreSQL a program that cannot be started is one that the system refuses (`copy … to program`). */
function refusePrograms(pglite: PGlite) {
  const known = pglite.handleExternalCmd.bind(pglite)
  pglite.handleExternalCmd = (command, mode) => (command.startsWith('locale -a') ? known(command, mode) : NOT_STARTED)
}

const NOT_STARTED = 0

/**
 * The libraries of conversions need functions that PGlite leaves out. PostgreSQL looks for the default conversion between two
 * encodings, and says that there is none, also where a client wants its answers in one: an error that could itself not be
 * converted would end the database.
 */
const refuseConversions = (pglite: PGlite) =>
  pglite.exec('update pg_catalog.pg_conversion set condefault = false where condefault')
