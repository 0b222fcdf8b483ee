import { type Check, type Finding, leftOut, ok, problem, reasonOf, warning } from '../check-result.ts'

/** Checks that the applied migrations are those of the files. */
export const migrations: Check = async ({ examination }) => {
  try {
    const { missing, edited, unknown } = (await examination()).migrations
    const findings: Finding[] = [
      ...edited.map((file) =>
        problem(
          `The migration ${file} was edited after it was applied, without effect.`,
          'Take the edit back (`git checkout`), and write it as a new migration.',
        ),
      ),
      ...unknown.map((name) =>
        problem(
          `The database has applied ${name}, of which there is no file here.`,
          'Start the newer code that has it, or restore a backup from before it.',
        ),
      ),
    ]
    if (missing.length > 0) {
      const list = missing.join(', ')
      findings.push(warning(`Not applied yet: ${list}.`, 'Start the server anew: it applies them.'))
    }
    return findings.length > 0 ? findings : ok('All migrations are applied, as their files say.')
  } catch (error) {
    return leftOut(`Migrations were not looked at: ${reasonOf(error)}`)
  }
}
