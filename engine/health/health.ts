import type { FastifyBaseLogger } from 'fastify'

/** One thing that the server cannot do without, or not do everything. */
export type HealthPart = {
  name: string
  /** How it is. Whatever it throws counts as no answer, and is told to the log alone. */
  check(): Promise<Finding>
  /** Without it nobody can be served. */
  isVital?: boolean
  /** Whether it changes with what single people do, so that it would tell strangers who has an account here. */
  isConfidential?: boolean
  /** For how long one look is enough: where a look costs somebody something. */
  freshMs?: number | undefined
}

/**
 * A word and numbers, no addresses, no secrets, no words of others. 'ok' where nothing is to be done; `serves` says whether
 * people can be served all the same.
 */
export type Finding = { status: string; serves?: boolean; counts?: Record<string, number> }

export type PartReport = { status: string; ms: number; [count: string]: string | number }

type Status = 'ok' | 'degraded' | 'unavailable'

/** For whoever looks after the server. */
export type HealthReport = { status: Status; parts: Record<string, PartReport> }

/** For everybody: nothing that is counted or timed, and nothing that changes with an account. */
export type PublicReport = { status: Status; failing: string[] }

/** Whoever asks is answered within a second, whatever hangs. */
const PATIENCE_MS = 800
/** However often somebody asks, nothing is looked at more often. */
const FRESH_MS = 1_000

/** How the parts of the server are. A feature adds its own. */
export class Health {
  readonly #parts: Look[] = []
  readonly #log: Pick<FastifyBaseLogger, 'warn'>

  constructor(log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
  }

  add(part: HealthPart): void {
    this.#parts.push(new Look(part, this.#log))
  }

  async report(): Promise<HealthReport> {
    const seen = await Promise.all(this.#parts.map((look) => look.take()))
    return { status: statusOf(seen), parts: Object.fromEntries(seen.map(({ name, report }) => [name, report])) }
  }

  async publicReport(): Promise<PublicReport> {
    const looks = this.#parts.filter(({ isConfidential }) => !isConfidential)
    const seen = await Promise.all(looks.map((look) => look.take()))
    return { status: statusOf(seen), failing: seen.filter((one) => !isWell(one)).map(({ name }) => name) }
  }
}

type Seen = { name: string; serves: boolean; report: PartReport }

const isWell = ({ report: { status } }: Seen) => status === 'ok'

function statusOf(seen: readonly Seen[]): Status {
  if (!seen.every(({ serves }) => serves)) return 'unavailable'
  return seen.every(isWell) ? 'ok' : 'degraded'
}

/** Looks at one part: once at a time, for all who ask meanwhile. */
class Look {
  readonly #part: HealthPart
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #last: Seen | undefined
  #lastAt = 0
  #begunAt = 0
  #running: Promise<Seen> | undefined
  #told = 'ok'

  constructor(part: HealthPart, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#part = part
    this.#log = log
  }

  get isConfidential(): boolean {
    return this.#part.isConfidential ?? false
  }

  /** Waits only as long as is left of the patience: where a look has hung for long, nobody waits any more. */
  async take(): Promise<Seen> {
    const { freshMs = FRESH_MS } = this.#part
    if (this.#last && performance.now() - this.#lastAt < freshMs) return this.#last
    this.#running ??= this.#look()
    const left = PATIENCE_MS - (performance.now() - this.#begunAt)
    const { promise: late, resolve } = Promise.withResolvers<Seen>()
    const patience = setTimeout(() => resolve(this.#noAnswer()), Math.max(0, left))
    const seen = await Promise.race([this.#running, late])
    clearTimeout(patience)
    return seen
  }

  async #look(): Promise<Seen> {
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

  #noAnswer(error?: unknown): Seen {
    return this.#seen({ status: 'no answer' }, error)
  }

  #seen({ status, serves = status === 'ok' || !this.#part.isVital, counts }: Finding, error?: unknown): Seen {
    const { name } = this.#part
    const ms = Math.round(performance.now() - this.#begunAt)
    this.#tell(status, error)
    return { name, serves, report: { status, ms, ...counts } }
  }

  /** Once, and not each time that somebody asks. */
  #tell(status: string, error: unknown) {
    if (status === this.#told) return
    this.#told = status
    this.#log.warn(
      { part: this.#part.name, ...(error !== undefined && { err: error }) },
      `Health: ${this.#part.name}: ${status}.`,
    )
  }
}
