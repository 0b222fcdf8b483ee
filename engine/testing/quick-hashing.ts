import { timebox } from '../auth/http/timebox.ts'
import { hashing } from '../auth/users/passwords.ts'

// Loaded ahead of an engine under test: a tenth of the whole run would be spent on making passwords slow to guess.
const full = { ...hashing }
const quick = { cost: 4, memory: 8 }
Object.assign(hashing, quick)
Object.assign(timebox, { ms: 0 })

/** As an installation hashes, and not as tests do. */
export async function atFullCost<Result>(work: () => Promise<Result>): Promise<Result> {
  Object.assign(hashing, full)
  try {
    return await work()
  } finally {
    Object.assign(hashing, quick)
  }
}
