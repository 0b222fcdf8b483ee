import type { FastifyBaseLogger } from 'fastify'

/** One part of the server that can fail. */
export type HealthPart = {
  name: string
  /** Returns the part's state. An error counts as no answer and is only logged. */
  check(): Promise<Finding>
  /** Whether nothing can be served without this part. */
  isVital?: boolean
  /** Whether the state depends on what single users do, so that it would reveal to strangers who has an account. */
  isConfidential?: boolean
  /** How long a result is reused, where a check costs money or time. */
  freshMs?: number | undefined
}

/**
 * The state as a word and numbers, without addresses, secrets or texts from elsewhere. 'ok' means that there is nothing
 * to do; `serves` says whether requests can be served all the same.
 */
export type Finding = { status: string; serves?: boolean; counts?: Record<string, number> }

export type PartReport = { status: string; ms: number; [count: string]: string | number }

type Status = 'ok' | 'degraded' | 'unavailable'

/** The report for people who operate the server. */
export type HealthReport = { status: Status; parts: Record<string, PartReport> }

/** The report for everybody: nothing that is counted or timed, and nothing that depends on single accounts. */
export type PublicReport = { status: Status; failing: string[] }

/** A report is answered within a second, even where a check hangs. */
const CHECK_TIMEOUT_MS = 800
/** A part is checked at most this often, however many requests come. */
const REPORT_CACHE_MS = 1_000

/** The health of the server, made up of parts. A feature adds its own. */
export class Health {
  readonly #parts: PartCheck[] = []
  readonly #log: Pick<FastifyBaseLogger, 'warn'>

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
  }

  add(part: HealthPart): void {
    this.#parts.push(new PartCheck(part, this.#log))
  }

  async report(): Promise<HealthReport> {
    const seen = await Promise.all(this.#parts.map((look) => look.result()))
    return { status: statusOf(seen), parts: Object.fromEntries(seen.map(({ name, report }) => [name, report])) }
  }

  async publicReport(): Promise<PublicReport> {
    const looks = this.#parts.filter(({ isConfidential }) => !isConfidential)
    const seen = await Promise.all(looks.map((look) => look.result()))
    return { status: statusOf(seen), failing: seen.filter((one) => !isWell(one)).map(({ name }) => name) }
  }
}

type CheckedPart = { name: string; serves: boolean; report: PartReport }

const isWell = ({ report: { status } }: CheckedPart) => status === 'ok'

function statusOf(seen: readonly CheckedPart[]): Status {
  if (!seen.every(({ serves }) => serves)) return 'unavailable'
  return seen.every(isWell) ? 'ok' : 'degraded'
}

/** Checks one part: one check at a time, shared by all callers. */
class PartCheck {
  readonly #part: HealthPart
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #last: CheckedPart | undefined
  #lastAt = 0
  #begunAt = 0
  #running: Promise<CheckedPart> | undefined
  #told = 'ok'

  constructor(part: HealthPart, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#part = part
    this.#log = log
  }

  get isConfidential(): boolean {
    return this.#part.isConfidential ?? false
  }

  /** Waits only for the rest of the time limit: after a check has hung for long, later callers do not wait at all. */
  async result(): Promise<CheckedPart> {
    const { freshMs = REPORT_CACHE_MS } = this.#part
    if (this.#last && performance.now() - this.#lastAt < freshMs) return this.#last
    this.#running ??= this.#check()
    const left = CHECK_TIMEOUT_MS - (performance.now() - this.#begunAt)
    const { promise: late, resolve } = Promise.withResolvers<CheckedPart>()
    const patience = setTimeout(() => resolve(this.#noAnswer()), Math.max(0, left))
    const seen = await Promise.race([this.#running, late])
    clearTimeout(patience)
    return seen
  }

  async #check(): Promise<CheckedPart> {
    this.#begunAt = performance.now()
    const seen = await this.#part.check().then(
      (finding) => this.#seen(finding),
      (error: unknown) => this.#noAnswer(error),
    )
    this.#last = seen
    this.#lastAt = performance.now()
    this.#running = undefined
    return seen
  }

  #noAnswer(error?: unknown): CheckedPart {
    return this.#seen({ status: 'no answer' }, error)
  }

  #seen({ status, serves = status === 'ok' || !this.#part.isVital, counts }: Finding, error?: unknown): CheckedPart {
    const { name } = this.#part
    const ms = Math.round(performance.now() - this.#begunAt)
    this.#logChange(status, error)
    return { name, serves, report: { status, ms, ...counts } }
  }

  /** Logs a change once, and not with each request. */
  #logChange(status: string, error: unknown) {
    if (status === this.#told) return
    this.#told = status
    this.#log.warn(
      { part: this.#part.name, ...(error !== undefined && { err: error }) },
      `Health: ${this.#part.name}: ${status}.`,
    )
  }
}
