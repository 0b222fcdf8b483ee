import { type Check, type Finding, leftOut, ok, problem, reasonOf, warning } from '../check-result.ts'

/** Finds files without rows, and rows without files. */
export const files: Check = async ({ examination }) => {
  try {
    const { isOwn, stored, withoutRow, withoutFile, missing } = (await examination()).files
    if (!isOwn) {
      return stored === 0
        ? leftOut('Files were not compared: the storage has not been used by this database yet.')
        : problem('The stored files belong to another database.', 'Is STORAGE_URL or DATA_DIR the right one?')
    }
    const findings: Finding[] = []
    if (withoutFile > 0) {
      const list = missing.join(', ')
      findings.push(
        problem(
          `${withoutFile === 1 ? 'A file is' : `${withoutFile} files are`} missing that rows name: ${list}${withoutFile > missing.length ? ', …' : ''}.`,
          'Bring them back from a backup; people see their names and cannot open them.',
        ),
      )
    }
    if (withoutRow > 0) {
      findings.push(
        warning(
          `${withoutRow} stored files have no row.`,
          'Nothing: the server sets them aside within hours, and erases them after thirty days.',
        ),
      )
    }
    return findings.length > 0 ? findings : ok(`Each of the ${stored} stored files has its row, and each row its file.`)
  } catch (error) {
    return leftOut(`Files were not compared: ${reasonOf(error)}`)
  }
}
