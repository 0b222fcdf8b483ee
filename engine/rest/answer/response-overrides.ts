import { restErrors } from '../errors.ts'
import type { ResultRow } from '../sql/statement.ts'

type Headers = Record<string, string | string[]>
type OverrideColumns = Pick<ResultRow, 'response_headers' | 'response_status'>

/**
 * Applies the settings `response.status` and `response.headers`, with which SQL replaces the status and headers of the
 * response.
 */
export function applyOverrides<Answer extends { status: number; headers: Headers }>(
  answer: Answer,
  { response_headers, response_status }: OverrideColumns,
): Answer {
  if (response_headers === null && response_status === null) return answer
  return {
    ...answer,
    status: response_status === null ? answer.status : parseStatus(response_status),
    headers: { ...answer.headers, ...(response_headers === null ? {} : parseHeaders(response_headers)) },
  }
}

function parseStatus(text: string): number {
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (status < 200 || status > 599) throw restErrors.badResponseStatus()
  return status
}

/** Parses `[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]`: an object for each header, since a header may repeat. */
function parseHeaders(text: string): Headers {
  const headers: Headers = {}
  for (const [name, value] of headerPairs(text)) {
    const key = name.toLowerCase()
    const before = headers[key]
    // A single value stays a string, because Fastify accepts no array for a content type.
    headers[key] = before === undefined ? value : [before, value].flat()
  }
  return headers
}

function headerPairs(text: string): [string, string][] {
  const list = parsed(text)
  if (!Array.isArray(list)) throw restErrors.badResponseHeaders()
  return list.map((entry: unknown) => {
    const [pair, ...more] = typeof entry === 'object' && entry !== null ? Object.entries(entry) : []
    if (!pair || more.length > 0 || typeof pair[1] !== 'string' || !isHeader(pair[0], pair[1])) {
      throw restErrors.badResponseHeaders()
    }
    return [pair[0], pair[1]]
  })
}

/** Whether a text is a valid header value: a line break would start another header. */
export function isHeader(name: string, value: string): boolean {
  // An import would load the whole of Node's fetch at every start.
  const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule('node:http')
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw restErrors.badResponseHeaders()
  }
}
