const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** At most `max` in `timeWindow` milliseconds. */
export type Limit = { max: number; timeWindow: number }

/** How often one network address may call a route; every route counts for itself (auth.md §9). */
export const addressLimits = {
  signUp: { max: 30, timeWindow: 5 * MINUTE },
  recover: { max: 30, timeWindow: 5 * MINUTE },
  resend: { max: 30, timeWindow: 5 * MINUTE },
  updateUser: { max: 30, timeWindow: 5 * MINUTE },
  /** All grants together. A refused refresh signs people out, and an office shares one address: hence so many. */
  token: { max: 150, timeWindow: 5 * MINUTE },
  /** Mail links and codes together. */
  verify: { max: 30, timeWindow: 5 * MINUTE },
} satisfies Record<string, Limit>

/**
 * How often one account may be tried, known or unknown. The limit for one address is strict; the one for all
 * addresses together stops a spread attack, and is wide enough that nobody locks somebody else out by accident.
 */
export const accountLimits = {
  wrongPasswordsFromOneAddress: { max: 10, timeWindow: 5 * MINUTE },
  wrongPasswords: { max: 300, timeWindow: HOUR },
  wrongCodesFromOneAddress: { max: 10, timeWindow: 5 * MINUTE },
  wrongCodes: { max: 300, timeWindow: HOUR },
} satisfies Record<string, Limit>

export const mailLimits = {
  /** Between two mails of the same kind to the same person. */
  intervalMs: MINUTE,
  /** Everybody's mails together. */
  total: { max: 30, timeWindow: HOUR },
}
