import { createHash } from 'node:crypto'
import { z } from 'zod'
import { storageErrors } from '../errors.ts'

const MOST_RULES = 1000
const LONGEST_ID = 255
const MOST_KEPT = 100

/** What the hosted service knows so far: versions expire after so many days, but for so many of the newest. */
const rule = z.strictObject({
  id: z.string().optional(),
  status: z.enum(['Enabled', 'Disabled']),
  filter: z.strictObject({}),
  noncurrentVersionExpiration: z.strictObject({
    noncurrentDays: z.number(),
    newerNoncurrentVersions: z.number().optional(),
  }),
})

type Rule = z.infer<typeof rule>
export type Lifecycle = { rules: (Rule & { id: string })[] }

/** Whatever it is: what is wrong with it is said in the hosted service's words. */
export const lifecycleBody = z.unknown()

/** The rules, each with an id. Throws `invalidParameter`. */
export function checkedLifecycle(body: unknown): Lifecycle {
  const parsed = z.strictObject({ rules: z.array(z.unknown()) }).safeParse(body)
  if (!parsed.success) throw storageErrors.invalidParameter('Lifecycle configuration rules must be an array')
  const { rules } = parsed.data
  if (rules.length < 1 || rules.length > MOST_RULES)
    throw storageErrors.invalidParameter(`Lifecycle configuration must contain between 1 and ${MOST_RULES} rules`)
  const named = withIds(rules.map(checkedRule))
  if (new Set(named.map(({ id }) => id)).size < named.length)
    throw storageErrors.invalidParameter('Rule ID must be unique. Found same ID for more than one rule')
  return { rules: named }
}

function checkedRule(given: unknown, at: number): Rule {
  const name = `Rule ${at + 1}`
  const parsed = rule.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    throw storageErrors.invalidParameter(
      field === undefined
        ? `${name} is wrong at ${issue?.path.map(String).join('.')}: ${issue?.message}`
        : `${name} contains unsupported field ${field}`,
    )
  }
  const { id, noncurrentVersionExpiration: expiration } = parsed.data
  if (id !== undefined && id.length > LONGEST_ID)
    throw storageErrors.invalidParameter(`${name} ID must be ${LONGEST_ID} characters or fewer`)
  if (!isCount(expiration.noncurrentDays, MOST_DAYS))
    throw storageErrors.invalidParameter(
      "'NoncurrentDays' for NoncurrentVersionExpiration action must be a positive integer",
    )
  const kept = expiration.newerNoncurrentVersions
  if (kept !== undefined && !isCount(kept, MOST_KEPT))
    throw storageErrors.invalidParameter(
      `'NewerNoncurrentVersions' for NoncurrentVersionExpiration action must be an integer between 1 and ${MOST_KEPT}`,
    )
  return parsed.data
}

/** What Postgres counts as an integer. */
const MOST_DAYS = 2 ** 31 - 1

const isCount = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

/** A rule without an id gets one by what it says, so that the same policy has the same ids. */
const withIds = (rules: Rule[]) =>
  rules.map(({ id, ...said }, at) => {
    const content = JSON.stringify([said, rules.slice(0, at).filter((other) => !other.id).length])
    return { id: id || `rule-${createHash('sha256').update(content).digest('hex')}`, ...said }
  })
