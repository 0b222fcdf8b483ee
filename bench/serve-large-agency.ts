/** A process that serves a large agency by the code in the working directory (daily-tasks.ts), and prints where, until it is ended. */
import { startLargeAgency } from './large-agency.ts'

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit())
const { url, anonKey } = await startLargeAgency()
console.log(JSON.stringify({ url, anonKey }))
