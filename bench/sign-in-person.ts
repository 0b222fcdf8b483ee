/** A person of the seed who is signed in: the session that a browser stores, and the headers of their requests. */
export type Person = { id: string; stored: string; headers: Record<string, string> }

export async function signIn(
  url: string,
  anonKey: string,
  email: string,
  more: Record<string, string> = {},
): Promise<Person> {
  const headers = { apikey: anonKey, 'content-type': 'application/json', ...more }
  const body = JSON.stringify({ email, password: 'mainstreet' })
  const answer = await fetch(`${url}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body })
  const stored = await answer.text()
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${stored}`)
  const { access_token, user }: { access_token: string; user: { id: string } } = JSON.parse(stored)
  return { id: user.id, stored, headers: { ...headers, authorization: `Bearer ${access_token}` } }
}
