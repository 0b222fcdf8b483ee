import { hiddenDuration } from '../auth/http/hide-duration.ts'
import { hashing } from '../auth/users/passwords.ts'

// Preloaded into an engine under test: real password hashing would take a tenth of the test run.
const full = { ...hashing }
const quick = { cost: 4, memory: 8 }
Object.assign(hashing, quick)
Object.assign(hiddenDuration, { ms: 0 })

/** Hashes at the cost of a real installation. */
export async function atFullCost<Result>(work: () => Promise<Result>): Promise<Result> {
  Object.assign(hashing, full)
  try {
    return await work()
  } finally {
    Object.assign(hashing, quick)
  }
}
