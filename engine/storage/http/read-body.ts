import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { isTooDeep, TOO_DEEP } from '../../gateway/json-depth.ts'
import { storageErrors } from '../errors.ts'

/** The size of a thousand keys of the greatest length. */
const MAX_BODY_BYTES = 1_500_000

/**
 * Parses every body as JSON regardless of its Content-Type, since the client sends `{}` even where there is no data.
 */
export const jsonBodies = fp(async function jsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    async (_request: FastifyRequest, body: Buffer) => utf8Of(body),
  )
})

/** Other bytes would be stored as replacement characters. */
function utf8Of(body: Buffer): string {
  if (!isUtf8(body)) throw storageErrors.unreadableBody('body is not UTF-8')
  return body.toString()
}

/** Validates the request's body; unknown keys are dropped. Throws with the hosted service's validation messages. */
export function readBody<T>(
  request: FastifyRequest,
  schema: z.ZodType<T>,
  parse: (text: string) => unknown = JSON.parse,
): T {
  return readAs(schema, parseJson(request.body, parse), 'body')
}

export function readQuery<T>(request: FastifyRequest, schema: z.ZodType<T>): T {
  return readAs(schema, request.query, 'querystring')
}

function readAs<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const name = String(issue?.path.at(-1) ?? '')
  const isMissing = issue?.path.length === 1 && !(isObject(value) && name in value)
  throw storageErrors.unreadableBody(
    isMissing
      ? `${place} must have required property '${name}'`
      : `${[place, ...(issue?.path ?? [])].map(String).join('/')} is wrong: ${issue?.message}`,
  )
}

function parseJson(body: unknown, parse: (text: string) => unknown): unknown {
  const source = typeof body === 'string' ? body : ''
  if (source === '') return {}
  // Text in Postgres cannot contain this character.
  if (source.includes('\\u0000')) throw storageErrors.unreadableBody('body must not hold the character U+0000')
  if (isTooDeep(source)) throw storageErrors.unreadableBody(TOO_DEEP)
  try {
    return parse(source)
  } catch (error) {
    throw storageErrors.unreadableBody(error instanceof Error ? error.message : String(error))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A non-negative integer, also written as text as in a query string. */
export const count = z.coerce.number().int().nonnegative()
