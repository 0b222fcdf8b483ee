import { keys } from '../commands/keys.ts'
import { runCommand } from './run-command.ts'

/** In the order in which somebody comes to need them. */
process.exitCode = await runCommand({ keys }, process.argv.slice(2))
