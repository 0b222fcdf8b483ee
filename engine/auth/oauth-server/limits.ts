import type { AuthRates } from '../limits/auth-limits.ts'

const timeWindow = 5 * 60_000

export const oauthLimits = ({ tokens }: AuthRates) => ({
  /** Applications sending people here, and those registering themselves. */
  authorize: { max: tokens, timeWindow },
  register: { max: 10, timeWindow },
  /** Applications fetching tokens; many people's come from one server. */
  token: { max: 10 * tokens, timeWindow },
})
