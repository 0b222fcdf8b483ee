import type { Json } from '../_shared/database.types.ts'
import { hashOf } from '../_shared/hash.ts'
import { isFields, Refusal, readBytes } from '../_shared/http.ts'

export type ProgramRequest = { secret_hash: string; method: string; list: string; item?: string; given: Json }
export type ProgramAnswer = { status: number; answer: Json }

const methods = ['GET', 'POST', 'PATCH']
const A_MINUTE_S = 60

/**
 * Answers a program that brings a key: GET a list or one item of it, POST a new item, PATCH one. Whatever is not a valid key
 * gets the same 401. There are no CORS headers, because a page that visitors open must not contain a key.
 */
export async function forPrograms(
  request: Request,
  ask: (asked: ProgramRequest) => Promise<ProgramAnswer>,
): Promise<Response> {
  try {
    const { status, answer } = await ask(await readRequest(request))
    return json(status, answer)
  } catch (error) {
    if (error instanceof Refusal) return json(error.status, { error: error.message })
    console.error(error)
    return json(503, { error: 'This could not be done now. Try again in a minute.' })
  }
}

async function readRequest(request: Request): Promise<ProgramRequest> {
  const { headers, method, url } = request
  const key = /^Bearer +(ms_[\w-]{43})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (key === undefined) throw new Refusal(401, 'This key is wrong or revoked.')
  if (!methods.includes(method)) throw new Refusal(405, 'A key reads by GET, adds by POST, and changes by PATCH.')
  const { pathname, searchParams } = new URL(url)
  // On this server and on hosted Supabase the path begins differently.
  const [list = '', item = ''] = (/\/for-programs\/(.*)$/.exec(pathname)?.[1] ?? '').split('/')
  return {
    secret_hash: await hashOf(key),
    method,
    list,
    ...(item !== '' && { item }),
    given: method === 'GET' ? Object.fromEntries(searchParams) : await readObject(request),
  }
}

async function readObject(request: Request): Promise<Json> {
  const text = new TextDecoder().decode(await readBytes(request))
  const value = parsed(text)
  if (!isFields(value)) throw new Refusal(400, 'The body should be a JSON object.')
  return value
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const retries: Record<number, string> = { 429: String(A_MINUTE_S), 503: String(A_MINUTE_S) }

function json(status: number, body: Json): Response {
  const later = retries[status]
  const headers: Record<string, string> = { 'cache-control': 'no-store', ...(later && { 'retry-after': later }) }
  return Response.json(body, { status, headers })
}
