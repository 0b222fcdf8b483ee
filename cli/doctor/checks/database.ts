import { DatabaseUnreachable } from 'engine/maintenance'
import { type Check, leftOut, ok, problem, reasonOf } from '../check-result.ts'

/** Checks that the database opens or answers; other checks examine its content. */
export const database: Check = async ({ examination }) => {
  try {
    await examination()
    return ok('The database answers.')
  } catch (error) {
    return error instanceof DatabaseUnreachable
      ? problem(error.message, 'Do that first: the server does not start without it.')
      : leftOut(`The database was not asked: ${reasonOf(error)}`)
  }
}
