import type { Database, RowTaker, Statement, TransactionOptions } from '../database/database.ts'
import { SpooledBody } from './answer/spooled-body.ts'
import { restErrors } from './errors.ts'
import type { ParsedRequest } from './parse/parse-request.ts'
import type { Plan } from './plan/plan-request.ts'
import { DEFAULT_MAX_ROWS } from './rest-config.ts'
import type { ResultRow } from './sql/statement.ts'
import { delimiters, isStreamed, type StreamedFormat } from './sql/streamed-rows.ts'

/**
 * The format for streaming the rows of a read that may exceed the default `max_rows`; undefined for other requests. A
 * smaller result is faster in one piece.
 */
export function streamableFormat({ method, preferences }: ParsedRequest, plan: Plan): StreamedFormat | undefined {
  if (plan.kind !== 'read' || method === 'HEAD') return undefined
  const { format, read } = plan
  const { limit = Number.POSITIVE_INFINITY } = read.range
  // A caller who accepts an estimated count wants the response soon, so it is not streamed into a file.
  const isEstimated = preferences.count !== undefined && preferences.count !== 'exact'
  return limit > DEFAULT_MAX_ROWS && !isEstimated && !format.explain && isStreamed(format) ? format : undefined
}

/**
 * Runs a `streamedRowsStatement` and joins its rows into the body as they arrive. The response starts only once it is
 * complete; a long body waits in a file in `folder` (docs/decisions/0045-answers-are-whole.md).
 */
export async function streamedRead(
  database: Database,
  options: Omit<TransactionOptions, 'readOnly'>,
  statement: Statement,
  format: StreamedFormat,
  folder: string,
): Promise<ResultRow> {
  const taker = new BodyOfRows(format, folder)
  try {
    await database.run({ ...options, readOnly: true }, { ...statement, taker })
    return await taker.end()
  } catch (error) {
    await taker.discard()
    throw error
  }
}

class BodyOfRows implements RowTaker {
  readonly #around: ReturnType<typeof delimiters>
  readonly #folder: string
  #body: SpooledBody
  #rows = 0
  #rest: Pick<ResultRow, 'total' | 'response_headers' | 'response_status'> | undefined

  constructor(format: StreamedFormat, folder: string) {
    this.#around = delimiters(format)
    this.#folder = folder
    this.#body = new SpooledBody(folder)
  }

  begin() {
    void this.discard()
    this.#body = new SpooledBody(this.#folder)
    this.#rows = 0
    this.#rest = undefined
  }

  take(values: readonly (string | null)[]) {
    const [row = null, above = null, total = null, response_headers = null, response_status = null] = values
    if (row === null) {
      this.#rest = { total, response_headers, response_status }
      return
    }
    const { before, between } = this.#around
    this.#body.add(this.#rows++ === 0 ? (above ?? '') + before + row : between + row)
  }

  async end(): Promise<ResultRow> {
    if (!this.#rest) throw restErrors.internal()
    const { before, after } = this.#around
    this.#body.add(this.#rows === 0 ? before + after : after)
    return { ...this.#rest, page_total: String(this.#rows), body: await this.#body.end() }
  }

  discard = () => this.#body.discard()
}
