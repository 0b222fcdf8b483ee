import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Health } from '../health/health.ts'
import { writeAtomically } from '../kernel/atomic-file.ts'
import type { Mail } from '../mail/mailer.ts'
import { type FailingPart, failingParts } from './failing-parts.ts'

const CHECK_INTERVAL_MS = 60_000
/** The recipients change seldom, so they are read at this interval. */
const RECIPIENTS_INTERVAL_MS = 10 * 60_000
/** While the problem lasts, the recipients get one mail a day. */
const REMINDER_MS = 24 * 60 * 60_000

/** The parts that were reported, and when. */
const reportedSchema = z.record(z.string(), z.number())

type AlertServices = {
  health: Pick<Health, 'report'>
  mailer: { send(mail: Mail): Promise<void> }
  log: { error(error: unknown, message: string): void; warn(message: string): void }
}

type AlertSettings = {
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
export class AlertMails {
  readonly #parts: AlertServices
  readonly #about: AlertSettings
  readonly #failingSince = new Map<string, number>()
  #recipients: readonly string[] = []
  #readAt = Number.NEGATIVE_INFINITY
  #isWaitingLogged = false
  #reported: Record<string, number> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #checking: Promise<void> = Promise.resolve()

  constructor(parts: AlertServices, about: AlertSettings) {
    this.#parts = parts
    this.#about = about
  }

  start(): void {
    this.#checking = this.check(Date.now()).catch((error: unknown) =>
      this.#parts.log.error(error, 'The alert about the server could not be sent.'),
    )
    this.#timer = setTimeout(() => this.start(), CHECK_INTERVAL_MS).unref()
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#checking
  }

  /** Checks once; `now` is in milliseconds. */
  async check(now: number): Promise<void> {
    const failing = failingParts(await this.#parts.health.report())
    this.#reported ??= await this.#remembered()
    if (!failing.some(({ part }) => part === 'database')) await this.#readRecipients(now)
    const lasting = failing.filter((failingPart) => this.#hasLasted(failingPart, now))
    this.#forget(failing)
    const reported = this.#reported
    if (this.#recipients.length === 0) return this.#logWaiting(lasting)
    this.#isWaitingLogged = false
    if (lasting.some(({ part }) => now - (reported[part] ?? Number.NEGATIVE_INFINITY) >= REMINDER_MS)) {
      await this.#mail(this.#failureMail(lasting))
      await this.#remember({ ...reported, ...Object.fromEntries(lasting.map(({ part }) => [part, now])) })
    } else if (failing.length === 0 && Object.keys(reported).length > 0) {
      await this.#mail(this.#recoveryMail())
      await this.#remember({})
    }
  }

  async #readRecipients(now: number) {
    if (now - this.#readAt < RECIPIENTS_INTERVAL_MS) return
    this.#recipients = await this.#about.recipients()
    this.#readAt = now
  }

  #hasLasted({ part, patienceMs }: FailingPart, now: number): boolean {
    const since = this.#failingSince.get(part) ?? now
    this.#failingSince.set(part, since)
    return now - since >= patienceMs
  }

  /** Forgets the parts that work again, so that their next failure counts from its own start. */
  #forget(failing: readonly FailingPart[]) {
    for (const part of this.#failingSince.keys()) {
      if (!failing.some((failingPart) => failingPart.part === part)) this.#failingSince.delete(part)
    }
  }

  /** Logs once that the alert waits until there is an address to mail it to. */
  #logWaiting(lasting: readonly FailingPart[]) {
    if (lasting.length > 0 && !this.#isWaitingLogged)
      this.#parts.log.warn(
        `Nobody can be mailed that this is failing: ${lasting.map(({ part }) => part).join(', ')}. The mail waits until there is an address.`,
      )
    this.#isWaitingLogged = lasting.length > 0
  }

  #failureMail(lasting: readonly FailingPart[]): Pick<Mail, 'subject' | 'text'> {
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

  #recoveryMail(): Pick<Mail, 'subject' | 'text'> {
    const { name, url, server } = this.#about
    return { subject: `${name} is well again`, text: `${name} at ${url} is well again, says its server ${server}.` }
  }

  /** Throws where the mail reached no recipient at all. */
  async #mail(mail: Pick<Mail, 'subject' | 'text'>) {
    const sent = await Promise.allSettled(this.#recipients.map((to) => this.#parts.mailer.send({ ...mail, to })))
    const failed = sent.find((one) => one.status === 'rejected')
    if (failed && sent.every(({ status }) => status === 'rejected')) throw failed.reason
  }

  async #remembered(): Promise<Record<string, number>> {
    const text = await readFile(this.#about.file, 'utf8').catch(() => '{}')
    return reportedSchema.safeParse(parsed(text)).data ?? {}
  }

  /** Where the disk cannot be written to, this is remembered until the process ends. */
  async #remember(reported: Record<string, number>) {
    this.#reported = reported
    await writeAtomically(this.#about.file, JSON.stringify(reported)).catch(() => undefined)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
