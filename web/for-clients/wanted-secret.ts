/** What a client is asked to hand over, as their page shows it. */
export type WantedSecret = {
  ref: string
  /** What is asked for: 'Shop admin password'. */
  label: string
  state: 'asked' | 'sent' | 'expired'
  /** The time at which it was sent, else the time at which it expires. */
  at: string
  /** The public half of the request's key pair, while it can be sent. */
  public_key: string | null
}

/** A submission that was refused, with the reason. What was typed is gone: only its sealed form was sent. */
export type RefusedSecret = { secret: string; problem: string }

/** Messages for the outcomes of `hand_over_secret` that refuse a submission. */
const problems = {
  sent: 'This was sent before, so what you typed was not sent.',
  expired: 'This has expired, so what you typed was not sent.',
  damaged: 'This could not be sent. Please type it again.',
}

export const SECRET_NOT_STORED = 'This could not be sent right now. Please type it again in a few minutes.'

/** What was typed stays in the form. */
export const SECRET_NOT_SENT = 'This could not be sent right now. Please try again in a few minutes.'

/** The refusal for an outcome; undefined for one that refuses nothing. */
export function refusedSecret(outcome: string, form: { get(name: string): unknown }): RefusedSecret | undefined {
  const problem = Object.entries(problems).find(([refusal]) => refusal === outcome)?.[1]
  return problem === undefined ? undefined : { secret: String(form.get('secret') ?? ''), problem }
}
