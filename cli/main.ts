import { enterLowMemoryMode } from 'engine/maintenance'
import { runCommand } from './command-line/run-command.ts'
import { backup } from './commands/backup.ts'
import { doctor } from './commands/doctor.ts'
import { erase } from './commands/erase.ts'
import { exportAll } from './commands/export.ts'
import { importProject } from './commands/import.ts'
import { keys } from './commands/keys.ts'
import { makeSuperAdmin } from './commands/make-super-admin.ts'
import { move } from './commands/move.ts'
import { resetPassword } from './commands/reset-password.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { restore } from './commands/restore.ts'
import { upgrade } from './commands/upgrade.ts'
import { verify } from './commands/verify.ts'

// A server may run on the same small machine.
enterLowMemoryMode()
// Standard output is for the result, not for the log of an engine started for a trial.
console.log = console.error

/** The commands, in the order in which an operator comes to need them. */
const commands = {
  backup,
  verify,
  restore,
  move,
  import: importProject,
  upgrade,
  doctor,
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'make-super-admin': makeSuperAdmin,
  export: exportAll,
  erase,
  keys,
}
process.exitCode = await runCommand(commands, process.argv.slice(2))
