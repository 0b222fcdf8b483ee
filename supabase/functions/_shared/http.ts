/** Refuses a request; `message` is shown to the caller. */
export class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

// The CORS headers. Any origin may call, since the token decides what is allowed. The request headers are those of
// supabase-js plus x-region, which it sends too.
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'authorization, x-client-info, apikey, content-type, x-retry-count, traceparent, tracestate, baggage, x-region',
  'access-control-allow-methods': 'POST, OPTIONS',
}

/** PostgreSQL's error code for statement_timeout: 8 seconds on hosted Supabase, unless its service_role has more. */
const STATEMENT_TIMEOUT = '57014'
const LARGEST_BODY_BYTES = 64 * 1024

export type Fields = Record<string, unknown>

/**
 * The `fetch` of a function that takes a JSON object by POST and answers JSON: the result of `work`, or `{ error }`;
 * bytes and streams of bytes are sent unchanged. Errors that are not refusals are logged and answered with `failure`.
 */
export function answerPost(
  failure: string,
  work: (fields: Fields, request: Request) => Promise<unknown>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response('ok', { headers: corsHeaders })
    try {
      if (request.method !== 'POST') throw new Refusal(405, 'Method not allowed')
      const result = await work(await readFields(request), request)
      if (result instanceof ReadableStream) return bytes(result)
      return result instanceof Blob ? new Response(result, { headers: corsHeaders }) : json(200, result)
    } catch (error) {
      if (error instanceof Refusal) return json(error.status, { error: error.message })
      console.error(error)
      if (Object(error).code === STATEMENT_TIMEOUT) console.error('A statement took too long: see hosted/settings.sql.')
      return json(500, { error: failure })
    }
  }
}

/** A text field, trimmed; '' if missing or not a text. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value.trim() : ''
}

const bytes = (stream: ReadableStream) =>
  new Response(stream, { headers: { ...corsHeaders, 'content-type': 'application/octet-stream' } })

function json(status: number, body: unknown): Response {
  return Response.json(body, { status, headers: corsHeaders })
}

async function readFields(request: Request): Promise<Fields> {
  const notAnObject = new Refusal(400, 'The body must be a JSON object.')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(await readBytes(request)))
  } catch (error) {
    throw error instanceof Refusal ? error : notAnObject
  }
  if (!isFields(value)) throw notAnObject
  return value
}

/** The whole body, unless it is larger than any that a function takes. */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > LARGEST_BODY_BYTES) throw new Refusal(413, 'The body is too large.')
    chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
