import { type Caller, SessionEnded } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Bindings } from './bindings.ts'
import { type Changes, type Subscriber, SubscriptionError } from './changes.ts'

/** What a channel lends to its listeners for changes. */
type Host = {
  caller(): Caller
  tell(payload: Payload): void
  system(status: 'ok' | 'error', message: string): void
  missed(): void
  ended(): void
  fail(error: unknown): void
}

/** The changes that one channel listens for: first whether they may be followed, then from when they are. */
export function followChanges(changes: Changes, { wanted, fault }: Bindings, host: Host) {
  const subscriber: Subscriber = { bindings: wanted, ...host }
  let isChecked = false
  let isFollowing = false
  let isOver = false

  async function check(): Promise<void> {
    if (fault !== undefined) throw new SubscriptionError(fault)
    await changes.check(subscriber)
    isChecked = true
  }

  /** Says whether it worked; the channel stays either way. */
  async function start(): Promise<void> {
    if (isFollowing || (wanted.length === 0 && fault === undefined)) return
    try {
      if (!isChecked) await check()
      if (isOver) return
      isFollowing = true
      changes.add(subscriber)
      host.system('ok', 'Subscribed to PostgreSQL')
    } catch (error) {
      if (error instanceof SubscriptionError) host.system('error', error.message)
      else if (error instanceof SessionEnded) host.ended()
      else host.fail(error)
    }
  }

  return {
    /** Throws `SubscriptionError`, for those who want to know before they are in. */
    check,
    start,
    /** The first join of an app comes without its person's token, who may be allowed more than a stranger. */
    renewed: start,
    stop() {
      isOver = true
      changes.remove(subscriber)
    },
  }
}
