import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { isTooDeep, TOO_DEEP } from '../../gateway/json-depth.ts'
import { authErrors } from '../errors.ts'

/**
 * Parses bodies as JSON whatever their Content-Type; some requests have the type but no body
 * (docs/wire/auth.md#transport).
 */
export const rawBodies = fp(async function rawBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => utf8Of(body))
})

/** Other bytes would be stored as replacement characters. */
function utf8Of(body: Buffer): string {
  if (!isUtf8(body)) throw authErrors.unreadableBody('the body is not UTF-8')
  return body.toString()
}

/** A string that is empty when it is missing or null. */
export const text = z.string().default('')

/** An object with any keys, such as metadata. */
export const metadata = z.record(z.string(), z.unknown())

/**
 * Parses the request's body by a schema. Unknown keys are dropped, and null counts as missing: the client sends both.
 * Throws `bad_json`, also for an empty body.
 */
export function readBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(withoutNulls(parseJson(request.body)))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw authErrors.unreadableBody([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '))
}

/** Does the same as `readBody` for requests that may have no body. */
export function readOptionalBody<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  return request.body ? readBody(request, schema) : schema.parse({})
}

function parseJson(body: unknown): unknown {
  const source = typeof body === 'string' ? replaceLoneSurrogates(body) : ''
  // Postgres cannot store text with this character.
  if (source.includes('\\u0000')) throw authErrors.unreadableBody('a text holds the character U+0000')
  if (isTooDeep(source)) throw authErrors.unreadableBody(TOO_DEEP)
  try {
    return JSON.parse(source)
  } catch (error) {
    throw authErrors.unreadableBody(error instanceof Error ? error.message : String(error))
  }
}

/** Replaces unpaired surrogates by the replacement character, as GoTrue does: databases cannot store them. */
const replaceLoneSurrogates = (json: string) =>
  json.replace(/\\u(?:d[89ab][\da-f]{2}\\ud[c-f]|d[89a-f])[\da-f]{2}|\\./gis, (written) =>
    /^\\ud.{3}$/i.test(written) ? '\\ufffd' : written,
  )

const withoutNulls = (body: unknown) =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : body

/** The query parameters. The null character, which databases cannot store, becomes the replacement character. */
export const queryOf = ({ url }: FastifyRequest) =>
  new URL(url.replaceAll('%00', '%EF%BF%BD'), 'http://query').searchParams

/** A query parameter; empty when it is missing. Of several the first counts. */
export const queryText = (request: FastifyRequest, name: string) => queryOf(request).get(name) ?? ''
