import { spareMemory } from 'engine/maintenance'
import { runCommand } from './command-line/run-command.ts'
import { backup } from './commands/backup.ts'
import { doctor } from './commands/doctor.ts'
import { erase } from './commands/erase.ts'
import { exportAll } from './commands/export.ts'
import { keys } from './commands/keys.ts'
import { makeSuperAdmin } from './commands/make-super-admin.ts'
import { move } from './commands/move.ts'
import { resetPassword } from './commands/reset-password.ts'
import { resetSecondFactor } from './commands/reset-second-factor.ts'
import { restore } from './commands/restore.ts'
import { upgrade } from './commands/upgrade.ts'
import { verify } from './commands/verify.ts'

// A server may be running beside it, and the machine be small.
spareMemory()
// What the engine says when it is started for trial is no result.
console.log = console.error

/** In the order in which somebody comes to need them. */
const commands = {
  ...{ backup, verify, restore, move, upgrade, doctor },
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'make-super-admin': makeSuperAdmin,
  export: exportAll,
  erase,
  keys,
}
process.exitCode = await runCommand(commands, process.argv.slice(2))
