import { type Caller, SessionEnded } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Bindings } from './bindings.ts'
import type { ChangeDelivery } from './deliver-changes.ts'
import type { Subscriber } from './subscriber.ts'
import { SubscriptionError } from './subscription-check.ts'

/** The parts of a channel that its change subscriptions use. */
type Host = {
  caller(): Caller
  tell(payload: Payload): void
  system(status: 'ok' | 'error', message: string): void
  missed(): void
  ended(): void
  fail(error: unknown): void
}

/** The change subscriptions of one channel: checked first, then started. */
export class ChangeSubscriptions {
  readonly #changes: ChangeDelivery
  readonly #subscriber: Subscriber
  readonly #fault: string | undefined
  readonly #host: Host
  #isChecked = false
  /** Why the check before the join has failed. */
  #failure: { error: unknown } | undefined
  #isFollowing = false
  #isOver = false

  constructor(changes: ChangeDelivery, { wanted, fault }: Bindings, host: Host) {
    this.#changes = changes
    this.#subscriber = { bindings: wanted, ...host }
    this.#fault = fault
    this.#host = host
  }

  /**
   * Checks the subscriptions before the client is told that it has joined, so that they start in the same moment and
   * miss no write that follows. A failure is reported by `start`.
   */
  async prepare(): Promise<void> {
    if (this.#isChecked || this.#wantsNothing) return
    await this.check().catch((error) => {
      this.#failure = { error }
    })
  }

  /** Checks the subscriptions. Throws `SubscriptionError`. */
  async check(): Promise<void> {
    if (this.#fault !== undefined) throw new SubscriptionError(this.#fault)
    await this.#changes.check(this.#subscriber)
    this.#isChecked = true
  }

  /** Starts the subscriptions and reports the outcome to the client; the channel stays open either way. */
  async start(): Promise<void> {
    if (this.#isFollowing || this.#wantsNothing) return
    const failure = this.#failure
    this.#failure = undefined
    try {
      if (failure) throw failure.error
      if (!this.#isChecked) await this.check()
      if (this.#isOver) return
      this.#isFollowing = true
      this.#changes.add(this.#subscriber)
      this.#host.system('ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (error instanceof SubscriptionError) this.#host.system('error', error.message)
      else if (error instanceof SessionEnded) this.#host.ended()
      else this.#host.fail(error)
    }
  }

  /** Applies the channel's new token. */
  renew(): void {
    if (this.#isFollowing && !this.#isOver) this.#changes.add(this.#subscriber)
  }

  get #wantsNothing(): boolean {
    return this.#subscriber.bindings.length === 0 && this.#fault === undefined
  }

  stop(): void {
    this.#isOver = true
    this.#changes.remove(this.#subscriber)
  }
}
