import { DatabaseUnreachable } from '../database/database.ts'
import { examineInstallation } from '../inspection/examine-installation.ts'
import { explainStartFailure } from './explain-start-failure.ts'

/**
 * Examines an installation. Where its database cannot be opened, the error says what to do, as after a failed start.
 */
export const examineAndExplain: typeof examineInstallation = async (asked) => {
  try {
    return await examineInstallation(asked)
  } catch (error) {
    if (!(error instanceof DatabaseUnreachable)) throw error
    throw new DatabaseUnreachable(await explainStartFailure(error, asked.config))
  }
}
