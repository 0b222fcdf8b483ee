import type { Database } from '../lib/database.types.ts'
import { columnDefaults } from './column-defaults.ts'
import { FakeTable, isRow, type Row } from './fake-table.ts'

type Tables = Database['public']['Tables']
/** Rows by table. Joined rows stand inside their row, since this backend does not join. */
type Rows = { [Name in keyof Tables]?: (Partial<Tables[Name]['Row']> & Row)[] }

type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

export interface Call {
  method: string
  path: string
  query: Record<string, string>
  /** The whole query, in which several `or` may stand. */
  params: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer = (call: Call) => Response | Promise<Response>
type Prepared = { method: Method; path: string; answer: Answer }

/** The duration of a write in milliseconds, as on a server nearby. */
const WRITE_MS = 150

/**
 * Answers supabase-js in place of a server: tables keep what is written to them, and a test may override any answer. A
 * call without a prepared answer fails the test.
 */
export class FakeBackend {
  static readonly url = 'http://backend.test'
  readonly calls: Call[] = []
  readonly problems: string[] = []
  readonly #tables = new Map<string, FakeTable>()
  #answers: Prepared[] = []

  constructor(rows: Rows = {}) {
    this.answer('GET', '/rest/v1/rpc/enquiry_figures', () => Response.json(noEnquiries))
    this.answer('GET', '/rest/v1/rpc/enquiry_origins', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/my_unread', () => Response.json([{ messages: 0, notices: 0 }]))
    this.answer('GET', '/rest/v1/rpc/my_calendar_feed', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/messages_read_until', () => Response.json(null))
    this.answer('GET', '/rest/v1/rpc/chat_reads', () => Response.json([]))
    this.answer('POST', '/rest/v1/rpc/mark_messages_read', () => new Response(null, { status: 204 }))
    this.answer('GET', '/rest/v1/rpc/visit_figures', () => Response.json([{ about: 'since', name: null }]))
    this.answer('GET', '/rest/v1/rpc/months_of_client', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/months_to_send', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/plan_months', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/mail_state', () => Response.json(allMailsLeft))
    this.answer('GET', '/rest/v1/rpc/backup_state', () => Response.json({ has_backups: false }))
    this.answer('POST', '/functions/v1/send-test-mail', () => Response.json({ tellsAnybody: true }))
    this.answer('GET', '/rest/v1/rpc/leaver', () => Response.json([]))
    this.answer('GET', '/rest/v1/rpc/entries_to_take_over', () => Response.json([]))
    this.answer('POST', '/rest/v1/rpc/text_gives_away', () => Response.json([]))
    this.answer('POST', '/rest/v1/rpc/client_doubles', () => Response.json([]))
    this.answer('GET', '/auth/v1/user', () => Response.json({ id: 'somebody', factors: [] }))
    for (const [name, given] of Object.entries(rows)) this.#tables.set(name, new FakeTable(given, columnDefaults[name]))
  }

  /** Returns a table as it stands, for a test to inspect or to change without a request. */
  table(name: keyof Tables): FakeTable {
    return this.#tableOf(name)
  }

  #tableOf(name: string): FakeTable {
    const table = this.#tables.get(name) ?? new FakeTable([], columnDefaults[name])
    this.#tables.set(name, table)
    return table
  }

  /**
   * Overrides the answer to calls until the returned function is called. A path that ends in / covers everything below
   * it.
   */
  answer(method: Method, path: string, answer: Answer): () => void {
    return this.#prepare({ method, path, answer })
  }

  #prepare(added: Prepared): () => void {
    this.#answers = [added, ...this.#answers]
    return () => {
      this.#answers = this.#answers.filter((one) => one !== added)
    }
  }

  /** Holds calls back until `open` is called, which simulates a slow network without waiting. */
  hold(method: Method, path: string, isMeant: (call: Call) => boolean = () => true) {
    const opened = Promise.withResolvers<void>()
    let held = 0
    const answer = async (call: Call) => {
      if (isMeant(call)) {
        held += 1
        await opened.promise
      }
      return this.#answerTo(call, holding)
    }
    const holding = { method, path, answer }
    this.#prepare(holding)
    return { open: opened.resolve, held: () => held }
  }

  sent(method: Method, path: string): Call[] {
    return this.calls.filter((call) => call.method === method && call.path === path)
  }

  /** The `fetch` that replaces the browser's own. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { origin, pathname, searchParams } = new URL(request.url)
    if (pathname === '/config.json')
      return Response.json({ supabaseUrl: FakeBackend.url, supabaseAnonKey: 'anonymous' })
    // /auth prefetches the portal's page for its scripts; this backend serves an empty one.
    if (pathname === '/dashboard') return new Response('')
    if (origin !== FakeBackend.url) return this.#trouble(`foreign ${request.url}`)
    const { method, headers } = request
    const call = {
      method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      params: searchParams,
      headers,
      body: await bodyOf(request),
    }
    this.calls.push(call)
    // A write takes a while, so that the second click of a double click does not meet the screen that follows the first.
    if (method !== 'GET' && method !== 'HEAD') await new Promise((resolve) => setTimeout(resolve, WRITE_MS))
    const answer = await this.#answerTo(call)
    request.signal.throwIfAborted()
    return answer
  }

  /** Returns the answer that was prepared last, or an earlier one if that passes the call on. */
  #answerTo(call: Call, last?: Prepared): Response | Promise<Response> {
    const known = last ? this.#answers.slice(this.#answers.indexOf(last) + 1) : this.#answers
    const prepared = known.find((one) => one.method === call.method && isAt(one.path, call.path))
    return prepared ? prepared.answer(call) : this.#fromTables(call)
  }

  #fromTables(call: Call): Response {
    const name = /^\/rest\/v1\/(\w+)$/.exec(call.path)?.[1]
    if (name === undefined) return this.#trouble(`${call.method} ${call.path}`)
    try {
      return answerFrom(this.#tableOf(name), call)
    } catch (error) {
      return this.#trouble(`${call.method} ${call.path}: ${error}`)
    }
  }

  #trouble(line: string): Response {
    this.problems.push(line)
    return refusal('Nobody has prepared an answer for this.', { status: 404 })
  }
}

/**
 * The summary of enquiries when there are none, which the sidebar reads on every screen of a person who may see them.
 */
const noEnquiries = { waiting: 0, late: 0, set_aside: 0, median_seconds: null, calls_came: 0, calls_missed: 0 }

/** The state of an empty mail queue, which the sidebar of a super admin reads. */
const allMailsLeft = { has_queue: true, host: 'smtp.north.test', waiting: 0, waiting_since: null, undelivered: 0 }

/** An error answer as PostgREST sends it. */
export const refusal = (message: string, { status = 500, code = 'XX000', request = '' } = {}) =>
  Response.json(
    { code, message, details: null, hint: null },
    { status, ...(request !== '' && { headers: { 'sb-request-id': request } }) },
  )

/** A network failure, as `fetch` throws it. */
export const noAnswer = (): never => {
  throw new TypeError('Failed to fetch')
}

const isAt = (place: string, path: string) => (place.endsWith('/') ? path.startsWith(place) : path === place)

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type?.startsWith('multipart/form-data')) return request.formData()
  if (type === 'application/offset+octet-stream') return request.blob()
  const text = await request.text()
  return text === '' ? undefined : JSON.parse(text)
}

function answerFrom(table: FakeTable, { method, params: asked, headers, body }: Call): Response {
  switch (method) {
    case 'GET':
    case 'HEAD': {
      const { rows, from, count } = table.read(asked)
      return rowsAnswer(rows, headers, {
        range: `${from}-${from + rows.length - 1}/${count}`,
        isBare: method === 'HEAD',
      })
    }
    case 'POST':
      return written(isRows(body) ? table.insert(body) : [], headers, 201)
    case 'PATCH':
      return written(isRow(body) ? table.update(asked, body) : [], headers, 200)
    default:
      return written(table.delete(asked), headers, 200)
  }
}

const isRows = (body: unknown): body is Row | Row[] => isRow(body) || (Array.isArray(body) && body.every(isRow))

function written(rows: Row[], headers: Headers, status: number): Response {
  const wanted = headers.get('prefer')?.includes('return=representation')
  return rowsAnswer(rows, headers, { range: `*/${rows.length}`, isBare: !wanted, status: wanted ? status : 204 })
}

type Shape = { range: string; isBare: boolean; status?: number }

function rowsAnswer(rows: Row[], asked: Headers, { range, isBare, status = 200 }: Shape): Response {
  const headers = { 'content-range': range }
  if (isBare) return new Response(null, { status, headers })
  if (!asked.get('accept')?.includes('vnd.pgrst.object')) return Response.json(rows, { status, headers })
  if (rows.length === 1) return Response.json(rows[0], { status, headers })
  return refusal('Cannot coerce the result to a single JSON object', { status: 406, code: 'PGRST116' })
}
