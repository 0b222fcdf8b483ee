/** The header with the id of a request in the server's log, which hosted Supabase sets too. */
const REQUEST_ID = 'sb-request-id'
/** The age in milliseconds up to which a failed request counts as the cause of an error message. */
const RECENT_MS = 5_000

let last: { request: string; at: number } | undefined

/** Remembers the id of a failed request. */
export function rememberFailedRequest({ ok, headers }: Response): void {
  const request = headers.get(REQUEST_ID)
  if (!ok && request !== null) last = { request, at: performance.now() }
}

/** The id of a request that has just failed, if any. */
export const recentlyFailedRequest = (): string | undefined =>
  last && performance.now() - last.at < RECENT_MS ? last.request : undefined
