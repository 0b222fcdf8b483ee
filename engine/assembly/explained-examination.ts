import { DatabaseUnreachable } from '../database/database.ts'
import { examinationOf } from '../inspection/examination-of.ts'
import { whyNotStarted } from './why-not-started.ts'

/** Examines an installation; of a database that cannot be reached it throws what to do, as a start would say it. */
export const explainedExamination: typeof examinationOf = async (asked) => {
  try {
    return await examinationOf(asked)
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error
    throw new DatabaseUnreachable(await whyNotStarted(error, asked.config))
  }
}
