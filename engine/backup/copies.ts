import { join } from 'node:path'
import type { Config } from '../kernel/config/environment-variables.ts'
import { removeOldEntries } from '../kernel/remove-old-entries.ts'
import { LEFTOVER_AGE_MS } from './places/backup-place.ts'

/** The folder of copies: of the embedded database that is backed up, and of installations that are restored for trial. */
export const copiesIn = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'copies')

/** Removes copies, which are not encrypted, of processes that were killed. */
export const removeLeftCopies = (config: Pick<Config, 'dataDir'>) => removeOldEntries(copiesIn(config), LEFTOVER_AGE_MS)
