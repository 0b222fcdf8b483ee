import type { AuthRates } from '../limits/auth-limits.ts'

export const ssoLimits = ({ verifications }: AuthRates) => ({
  /** People going to an identity provider; and, counted by themselves, those coming back. */
  sso: { max: verifications, timeWindow: 5 * 60_000 },
})
