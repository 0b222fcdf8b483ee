import { backup } from '../commands/backup.ts'
import { doctor } from '../commands/doctor.ts'
import { keys } from '../commands/keys.ts'
import { move } from '../commands/move.ts'
import { restore } from '../commands/restore.ts'
import { verify } from '../commands/verify.ts'
import { runCommand } from './run-command.ts'

// What the engine says when it is started for trial is no result.
console.log = console.error

/** In the order in which somebody comes to need them. */
process.exitCode = await runCommand({ backup, verify, restore, move, doctor, keys }, process.argv.slice(2))
