/**
 * A request of a screen without what only the browser knows: the address from that of the backend on, and `{me}` and
 * `{agency}` in place of the ids.
 */
export type FirstRequest = { method: string; path: string; headers: Record<string, string>; body?: string }

/** The first requests of a screen, which the build writes into its page (scripts/record-first-requests.ts). */
export type FirstRequests = {
  /** For a person whose lists are narrowed to their agency. */
  narrowed: FirstRequest[]
  /** For everybody else. */
  whole: FirstRequest[]
}
