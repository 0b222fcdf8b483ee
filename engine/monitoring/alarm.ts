import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Health } from '../health/health.ts'
import { writeWhole } from '../kernel/atomic-file.ts'
import type { Mail } from '../mail/mailer.ts'
import { type Trouble, whatIsAmiss } from './what-is-amiss.ts'

const LOOK_EVERY_MS = 60_000
/** The recipients change seldom, so they are read at this interval. */
const ASK_AGAIN_MS = 10 * 60_000
/** While the problem lasts, the recipients get one mail a day. */
const AGAIN_AFTER_MS = 24 * 60 * 60_000

/** The parts that were reported, and when. */
const toldOf = z.record(z.string(), z.number())

type Parts = {
  health: Pick<Health, 'report'>
  mailer: { send(mail: Mail): Promise<void> }
  log: { error(error: unknown, message: string): void }
}

type About = {
  /** The installation's name, its public address, and the name of this server among several. */
  name: string
  url: string
  server: string
  /** The file that records which parts were reported, so that a restart does not report them again. */
  file: string
  recipients: () => Promise<readonly string[]>
}

/**
 * Watches /health and mails the operators when a part keeps failing, and when everything works again. It reads nothing
 * from the database while that is away. A process that has ended cannot report itself: that needs a watcher elsewhere.
 */
export class Alarm {
  readonly #parts: Parts
  readonly #about: About
  readonly #amissSince = new Map<string, number>()
  #recipients: readonly string[] = []
  #askedAt = Number.NEGATIVE_INFINITY
  #told: Record<string, number> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(parts: Parts, about: About) {
    this.#parts = parts
    this.#about = about
  }

  start(): void {
    this.#looking = this.look(Date.now()).catch((error: unknown) =>
      this.#parts.log.error(error, 'Nobody could be told how the server is.'),
    )
    this.#timer = setTimeout(() => this.start(), LOOK_EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Checks once; `now` is in milliseconds. */
  async look(now: number): Promise<void> {
    const amiss = whatIsAmiss(await this.#parts.health.report())
    this.#told ??= await this.#remembered()
    if (!amiss.some(({ part }) => part === 'database')) await this.#ask(now)
    const lasting = amiss.filter((trouble) => this.#hasLasted(trouble, now))
    this.#forget(amiss)
    const told = this.#told
    if (this.#recipients.length === 0) return
    if (lasting.some(({ part }) => now - (told[part] ?? Number.NEGATIVE_INFINITY) >= AGAIN_AFTER_MS)) {
      await this.#tell(this.#trouble(lasting))
      await this.#remember({ ...told, ...Object.fromEntries(lasting.map(({ part }) => [part, now])) })
    } else if (amiss.length === 0 && Object.keys(told).length > 0) {
      await this.#tell(this.#allIsWell())
      await this.#remember({})
    }
  }

  async #ask(now: number) {
    if (now - this.#askedAt < ASK_AGAIN_MS) return
    this.#recipients = await this.#about.recipients()
    this.#askedAt = now
  }

  #hasLasted({ part, patienceMs }: Trouble, now: number): boolean {
    const since = this.#amissSince.get(part) ?? now
    this.#amissSince.set(part, since)
    return now - since >= patienceMs
  }

  /** Forgets the parts that work again, so that their next failure counts from its own start. */
  #forget(amiss: readonly Trouble[]) {
    for (const part of this.#amissSince.keys()) {
      if (!amiss.some((trouble) => trouble.part === part)) this.#amissSince.delete(part)
    }
  }

  #trouble(lasting: readonly Trouble[]): Pick<Mail, 'subject' | 'text'> {
    const { name, url, server } = this.#about
    return {
      subject: `${name} needs you: ${lasting.map(({ part }) => part).join(', ')}`,
      text: [
        `${name} at ${url} is not well, says its server ${server}:`,
        ...lasting.map(({ words }) => `- ${words}`),
        `How it is now: ${url}/health`,
        'Another mail comes when all is well again, and one a day until then.',
      ].join('\n\n'),
    }
  }

  #allIsWell(): Pick<Mail, 'subject' | 'text'> {
    const { name, url, server } = this.#about
    return { subject: `${name} is well again`, text: `${name} at ${url} is well again, says its server ${server}.` }
  }

  /** Throws where the mail reached no recipient at all. */
  async #tell(mail: Pick<Mail, 'subject' | 'text'>) {
    const sent = await Promise.allSettled(this.#recipients.map((to) => this.#parts.mailer.send({ ...mail, to })))
    const failed = sent.find((one) => one.status === 'rejected')
    if (failed && sent.every(({ status }) => status === 'rejected')) throw failed.reason
  }

  async #remembered(): Promise<Record<string, number>> {
    const text = await readFile(this.#about.file, 'utf8').catch(() => '{}')
    return toldOf.safeParse(parsed(text)).data ?? {}
  }

  /** Where the disk cannot be written to, this is remembered until the process ends. */
  async #remember(told: Record<string, number>) {
    this.#told = told
    await writeWhole(this.#about.file, JSON.stringify(told)).catch(() => undefined)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
