import { rememberAgency } from '../portal/me/own-agency.ts'
import type { FirstRequest, FirstRequests } from '../portal/prefetch/first-requests.ts'
import { prefetchAnswers } from '../portal/prefetch/prefetched-answers.ts'

const backend = 'http://backend.invalid'
const me = '{me}'
const stored = new Map<string, string>()
let sent: FirstRequest[] = []

/**
 * Records the requests that the portal sends ahead for a screen, by having it send them here: they are the queries of the
 * screen itself, and change with it.
 */
export async function recordFirstRequests(path: string): Promise<FirstRequests> {
  const { fetch } = globalThis
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: stored.set.bind(stored),
    removeItem: stored.delete.bind(stored),
  }
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  globalThis.fetch = answer
  try {
    return { narrowed: await record(path, '{agency}'), whole: await record(path, '') }
  } finally {
    globalThis.fetch = fetch
    Reflect.deleteProperty(globalThis, 'localStorage')
  }
}

async function record(pathname: string, agency: string): Promise<FirstRequest[]> {
  sent = []
  stored.clear()
  // The answer about the second step is kept for the token.
  const session = { access_token: crypto.randomUUID(), expires_at: Number.MAX_SAFE_INTEGER, user: { id: me } }
  stored.set('sb-backend-auth-token', JSON.stringify(session))
  rememberAgency(me, agency)
  await prefetchAnswers({ pathname, search: '' })
  return sent
}

const answer: typeof fetch = async (input, init) => {
  const address = String(input)
  if (address === '/config.json') return Response.json({ supabaseUrl: backend, supabaseAnonKey: 'key' })
  const headers = Object.fromEntries(new Headers(init?.headers))
  delete headers.apikey
  delete headers.authorization
  const path = decodeIds(address.slice(backend.length))
  sent.push({
    method: init?.method ?? 'GET',
    path,
    headers,
    ...(typeof init?.body === 'string' && { body: init.body }),
  })
  return Response.json([])
}

/** Ids stand in an address as they are, unlike the braces of their places. */
const decodeIds = (path: string) => path.replaceAll('%7B', '{').replaceAll('%7D', '}')
