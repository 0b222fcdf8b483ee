/**
 * The requests that the first script of a portal page has sent before the portal's code came
 * (portal/prefetch/ask-ahead.ts), by method, address and token.
 */
declare global {
  var askedAhead: Map<string, Promise<Response>> | undefined
}

/** The name of a request among those asked ahead. */
export const requestName = (method: string, address: string, authorization = '') =>
  [method, address, authorization].join(' ')

/** Returns the answer to a request that was asked ahead, once, and else sends it. What has failed is sent again. */
export const fetchAskedAhead: typeof fetch = async (input, init) => {
  const authorization = new Headers(init?.headers).get('authorization') ?? ''
  const name = requestName(init?.method ?? 'GET', String(input), authorization)
  const asked = globalThis.askedAhead?.get(name)
  if (!asked) return fetch(input, init)
  globalThis.askedAhead?.delete(name)
  return Promise.race([asked.catch(() => fetch(input, init)), rejectedBy(init?.signal)])
}

/**
 * Drops the answers that nobody has taken over. Call once the first rows are drawn: later, for example after a write, they
 * would be old.
 */
export function forgetAskedAhead() {
  globalThis.askedAhead = undefined
}

const rejectedBy = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }))
