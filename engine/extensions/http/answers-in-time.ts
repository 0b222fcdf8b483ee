import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { ask, reasonOf, type Ways } from '../asking/ask.ts'

/** A statement that waits keeps its connection, and on the embedded database everybody: so long, for all that it asks. */
const LONGEST_WAIT_MS = 1_000

/** A request as the extension has it, and whose it is. */
const asked = z.object({
  statement: z.string(),
  method: z.string().nullable(),
  uri: z.string().nullable(),
  headers: z.array(z.object({ field: z.string(), value: z.string().nullable() })).nullable(),
  content_type: z.string().nullable(),
  content: z.string().nullable(),
})

type Request = z.infer<typeof asked>

/** Makes requests for statements that wait, none of which waits for longer than that altogether. */
export class AnswersInTime {
  readonly #ways: Ways
  readonly #longestWaitMs: number
  /** What is left of it to each statement. */
  readonly #left = new LRUCache<string, number>({ max: 1_000 })
  readonly #stopped = new AbortController()

  constructor(ways: Ways, longestWaitMs = LONGEST_WAIT_MS) {
    this.#ways = ways
    this.#longestWaitMs = longestWaitMs
  }

  /** The answer, or why there is none, as JSON. */
  async answer(question: string): Promise<string> {
    try {
      const request = asked.parse(JSON.parse(decoded(question)))
      const left = this.#left.get(request.statement) ?? this.#longestWaitMs
      return JSON.stringify(left > 0 ? await this.#answerIn(left, request) : { error: this.#timedOut })
    } catch (error) {
      return JSON.stringify({ error: reasonOf(error) })
    }
  }

  async #answerIn(left: number, request: Request) {
    const began = performance.now()
    const timeout = AbortSignal.timeout(Math.ceil(left))
    const answer = await ask(requestOf(request), this.#ways, AbortSignal.any([timeout, this.#stopped.signal])).catch(
      (error: unknown) => ({ error: timeout.aborted ? this.#timedOut : reasonOf(error) }),
    )
    this.#left.set(request.statement, timeout.aborted ? 0 : left - (performance.now() - began))
    return answer
  }

  get #timedOut() {
    return `Operation timed out after ${this.#longestWaitMs} milliseconds`
  }

  stop() {
    this.#stopped.abort(new Error('The server was stopped'))
  }
}

/** The embedded database's comes in letters that a COPY leaves as they are. */
const decoded = (question: string) => (question.startsWith('{') ? question : Buffer.from(question, 'base64').toString())

function requestOf({ method, uri, headers, content_type, content }: Request) {
  const own = (headers ?? []).flatMap(({ field, value }) => (value === null ? [] : [[field, value]]))
  const type = content_type === null ? [] : [['Content-Type', content_type]]
  return {
    method: method ?? 'GET',
    url: uri ?? '',
    headers: Object.fromEntries([['User-Agent', 'http'], ...type, ...own]),
    body: content === null ? null : Buffer.from(content),
  }
}
