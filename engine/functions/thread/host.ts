import type { Bus } from '../../bus/bus.ts'
import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import { currentFunction } from './running-function.ts'
import { type SocketUpgrade, upgradeRequest } from './upgrade.ts'
import { ownVariables } from './variables.ts'

/**
 * What the web standards have no word for. A function finds it on the global object under this key (in this project
 * through `_shared/runtime.ts`); there is no global `Deno`, which libraries would take for the real one.
 */
export interface FunctionHost {
  /** A variable of the function's environment. */
  env(name: string): string | undefined
  /** Answers a WebSocket request; `response` is to be returned as it is. */
  upgrade(request: Request, options?: { protocol?: string }): SocketUpgrade
  /** Keeps the server from stopping before the work is done. */
  waitUntil(work: Promise<unknown>): void
  /** Sends a mail as the project's own sender. Resolves once it is kept in the queue: from then on it is not lost. */
  sendMail(mail: QueuedMail): Promise<void>
  /** Reaches the same function in the other processes of this installation. */
  openChannel: Bus['open']
}

const HOST_KEY = Symbol.for('edge-functions.host')

type Given = { onWorking(is: boolean): void } & Pick<FunctionHost, 'sendMail' | 'openChannel'>

/** Resolves once everything that was given to `waitUntil` is done. */
export type Settle = () => Promise<void>

export let host: FunctionHost

/** `onWorking` hears when something is given to `waitUntil`, and when all of it is done. */
export function installHost({ onWorking, sendMail, openChannel }: Given): Settle {
  const pending = new Set<Promise<unknown>>()
  host = Object.freeze({
    env: (name: string) => ownVariables()[name],
    upgrade: upgradeRequest,
    waitUntil(work: Promise<unknown>) {
      const watched = work.catch(currentFunction().onFault).finally(() => {
        pending.delete(watched)
        if (pending.size === 0) onWorking(false)
      })
      pending.add(watched)
      if (pending.size === 1) onWorking(true)
    },
    sendMail,
    openChannel,
  })
  Object.defineProperty(globalThis, HOST_KEY, { value: host })
  return async () => {
    while (pending.size > 0) await Promise.allSettled(pending)
  }
}
