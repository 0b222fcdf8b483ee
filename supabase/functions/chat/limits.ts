import { env } from '../_shared/runtime.ts'

export type ChatLimits = { perAddress: number; perPerson: number; signInMs: number }

/** Limits on sockets and on the time to authenticate, from environment variables of the functions. */
export function chatLimits(): ChatLimits {
  const isUnlimited = env('RATE_LIMITS') === 'off'
  const most = (name: string, usual: number) => (isUnlimited ? Number.POSITIVE_INFINITY : count(name, usual))
  return {
    /** Sockets per address that have not authenticated. */
    perAddress: most('CHAT_SOCKETS_PER_ADDRESS', 20),
    perPerson: most('CHAT_SOCKETS_PER_PERSON', 20),
    signInMs: count('CHAT_SIGN_IN_SECONDS', 10) * 1000,
  }
}

/** A positive number from an environment variable; an invalid one counts as unset. */
function count(name: string, usual: number): number {
  const given = Number(env(name))
  return Number.isInteger(given) && given > 0 ? given : usual
}
