/** By which the server's log finds a request; hosted Supabase names its own alike. */
const REQUEST_ID = 'sb-request-id'
/** What a screen says at once it says of this request; later it may be of another. */
const RECENT_MS = 5_000

let last: { request: string; at: number } | undefined

/** Remembers which request it was, where the backend refused or failed it. */
export function noteFailure({ ok, headers }: Response): void {
  const request = headers.get(REQUEST_ID)
  if (!ok && request !== null) last = { request, at: performance.now() }
}

/** The request that failed a moment ago, if one did. */
export const recentlyFailedRequest = (): string | undefined =>
  last && performance.now() - last.at < RECENT_MS ? last.request : undefined
