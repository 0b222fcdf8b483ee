import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../database/database.ts'
import { configuredSize } from '../kernel/config/configured-size.ts'
import type { Project } from '../kernel/config/project.ts'
import type { ApiSection } from './api-section.ts'
import { restErrors } from './errors.ts'
import { knownCallerCheck } from './is-known-caller.ts'
import type { Payload } from './parse/request-body.ts'
import { qualifiedText } from './rest-config.ts'

/** Ten thousand rows of an average table; a larger import should be split into several requests. */
const DEFAULT_BODY_SIZE = '10MiB'

export type RequestLimits = ReturnType<typeof requestLimits>

/**
 * Limits of one request: one for everybody, and lower ones for unknown callers where the project sets them. Whether a
 * caller is known is only looked up for a request above the lower limits, so smaller requests cost nothing extra.
 */
export function requestLimits(
  { dir, config: { api } }: Pick<Project<{ api: ApiSection }>, 'dir' | 'config'>,
  database: Database,
) {
  const sizeOf = (setting: string, text: string) => configuredSize(dir, `api.${setting}`, text)
  const mostBytes = sizeOf('max_body_size', api.max_body_size ?? DEFAULT_BODY_SIZE)
  const { max_body_size: size, max_rows: rows, known_by: known } = api.strangers ?? {}
  const strangersBytes = Math.min(mostBytes, size === undefined ? mostBytes : sizeOf('strangers.max_body_size', size))
  const strangersRows = rows ?? Number.POSITIVE_INFINITY
  const isKnown = knownCallerCheck(database, known === undefined ? undefined : qualifiedText(known))

  /** Throws where this caller may not send a body of this size. */
  async function requireRoom(caller: Caller, bytes: number): Promise<void> {
    if (bytes > mostBytes) throw restErrors.bodyTooLarge(mostBytes)
    if (bytes > strangersBytes && !(await isKnown(caller))) throw restErrors.bodyTooLarge(strangersBytes)
  }

  return {
    /** Reads a body up to the caller's limit, regardless of its declared length. */
    async readBody({ caller }: FastifyRequest, body: IncomingMessage): Promise<Buffer> {
      await requireRoom(caller, Number(body.headers['content-length'] ?? 0))
      const chunks: Buffer[] = []
      let bytes = 0
      // The connection stays open although the body is not read to its end, because the error response uses it.
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        const before = bytes
        bytes += chunk.length
        if (bytes > mostBytes || (before <= strangersBytes && bytes > strangersBytes)) await requireRoom(caller, bytes)
        chunks.push(chunk)
      }
      return Buffer.concat(chunks)
    },

    /** Throws where the body holds more rows than its caller may send at once. */
    async requireRowLimit(caller: Caller, bytes: number, payload: Payload | undefined): Promise<void> {
      if (strangersRows === Number.POSITIVE_INFINITY || payload?.kind !== 'json' || payload.isObject) return
      // A body above the lower limit was only read to its end because its caller is known.
      const isOfSomebodyKnown = strangersBytes < mostBytes && bytes > strangersBytes
      if (isOfSomebodyKnown || countRows(payload.text) <= strangersRows) return
      if (!(await isKnown(caller))) throw restErrors.tooManyRows(strangersRows)
    },
  }
}

/** Counts the rows of a JSON body. Invalid JSON has none; the parser rejects it later. */
function countRows(json: string): number {
  try {
    const value: unknown = JSON.parse(json)
    return Array.isArray(value) ? value.length : 1
  } catch {
    return 0
  }
}
