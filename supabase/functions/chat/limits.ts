import { env } from '../_shared/runtime.ts'

export type ChatLimits = { perAddress: number; perPerson: number; signInMs: number }

/** How many sockets there may be, and how long one may say nothing of who is there; set as secrets of the functions. */
export function chatLimits(): ChatLimits {
  const isUnlimited = env('RATE_LIMITS') === 'off'
  const most = (name: string, usual: number) => (isUnlimited ? Number.POSITIVE_INFINITY : count(name, usual))
  return {
    /** Of those who have not said who they are. */
    perAddress: most('CHAT_SOCKETS_PER_ADDRESS', 20),
    perPerson: most('CHAT_SOCKETS_PER_PERSON', 20),
    signInMs: count('CHAT_SIGN_IN_SECONDS', 10) * 1000,
  }
}

/** A variable that makes no sense counts as none. */
function count(name: string, usual: number): number {
  const given = Number(env(name))
  return Number.isInteger(given) && given > 0 ? given : usual
}
