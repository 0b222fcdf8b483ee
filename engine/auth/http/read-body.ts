import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { isTooDeep, TOO_DEEP } from '../../gateway/json-depth.ts'
import { authErrors } from '../errors.ts'

/**
 * Bodies are JSON whatever their Content-Type says, and some requests carry the type but no body
 * (docs/wire/auth.md#transport).
 */
export const rawBodies = fp(async function rawBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
})

/** A text that counts as empty when it is missing or null. */
export const text = z.string().default('')

/** An object of the caller's own making, as metadata. */
export const metadata = z.record(z.string(), z.unknown())

/**
 * The request's body by its schema. Unknown keys are dropped, and null counts as absent: the client sends both.
 * Throws `bad_json`, for an empty body too.
 */
export function readBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(withoutNulls(parseJson(request.body)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw authErrors.unreadableBody([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
}

/** As `readBody`, for requests that may come without a body. */
export function readOptionalBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  return request.body ? readBody(request, schema) : schema.parse({})
}

function parseJson(body: unknown): unknown {
  const source = typeof body === 'string' ? wellFormed(body) : ''
  // Postgres keeps no text with this character in it.
  if (source.includes('\\u0000')) throw authErrors.unreadableBody('a text holds the character U+0000')
  if (isTooDeep(source)) throw authErrors.unreadableBody(TOO_DEEP)
  try {
    return JSON.parse(source)
  } catch (error) {
    throw authErrors.unreadableBody(error instanceof Error ? error.message : String(error))
  }
}

/** Half a character by itself becomes the sign for one that nobody can read, as with GoTrue: no database keeps it. */
const wellFormed = (json: string) =>
  json.replace(/\\u(?:d[89ab][\da-f]{2}\\ud[c-f]|d[89a-f])[\da-f]{2}|\\./gis, (written) =>
    /^\\ud.{3}$/i.test(written) ? '\\ufffd' : written,
  )

const withoutNulls = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body

/** What the address asks for. The character that no database keeps becomes the sign for one that nobody can read. */
export const queryOf = ({ url }: FastifyRequest) =>
  new URL(url.replaceAll('%00', '%EF%BF%BD'), 'http://query').searchParams

/** A value of the query string; empty when it is missing. Of several the first counts. */
export const queryText = (request: FastifyRequest, name: string) => queryOf(request).get(name) ?? ''
