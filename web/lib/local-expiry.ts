/**
 * `fetch` for the auth client without the `expires_at` of its sessions, which is a time of the server's clock. The client
 * compares it to this computer's clock, and a wrong one would let it renew the session at every request
 * (supabase/auth-js#926). Without that time it counts from now on by itself.
 */
export const withLocalExpiry =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (!response.ok || !String(input).includes('/auth/v1/')) return response
    const answer: unknown = await response
      .clone()
      .json()
      .catch(() => null)
    if (typeof answer !== 'object' || answer === null || !('expires_at' in answer)) return response
    const { expires_at, ...session } = answer
    return Response.json(session, response)
  }
