import type { Bus } from '../../bus/bus.ts'
import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import { ownVariables } from './function-variables.ts'
import { currentFunction } from './running-function.ts'
import { type SocketUpgrade, upgradeRequest } from './upgrade-request.ts'

/**
 * Features beyond the web standards. A function finds them on the global object under this key (in this project through
 * `_shared/runtime.ts`); there is no global `Deno`, because libraries would take this process for the real one.
 */
export interface FunctionHost {
  /** A variable of the function's environment. */
  env(name: string): string | undefined
  /** Accepts a WebSocket request; `response` must be returned unchanged. */
  upgrade(request: Request, options?: { protocol?: string }): SocketUpgrade
  /**
   * Keeps the server from stopping before the work is done, and returns its promise. A query of supabase-js, which only
   * runs once it is awaited, runs by this.
   */
  waitUntil<T>(work: T): Promise<Awaited<T>>
  /** Sends a mail from the project's own sender. Resolves once it is stored in the queue, so that it is not lost. */
  sendMail(mail: QueuedMail): Promise<void>
  /** Opens a channel to the same function in other processes of this installation. */
  openChannel: Bus['open']
}

const HOST_KEY = Symbol.for('edge-functions.host')

type HostServices = { onWorking(is: boolean): void } & Pick<FunctionHost, 'sendMail' | 'openChannel'>

/** Resolves once all work given to `waitUntil` is done. */
export type Settle = () => Promise<void>

export let host: FunctionHost

/** `onWorking` is called when work is given to `waitUntil`, and when all of it is done. */
export function installHost({ onWorking, sendMail, openChannel }: HostServices): Settle {
  const pending = new Set<Promise<unknown>>()
  host = Object.freeze({
    env: (name: string) => ownVariables()[name],
    upgrade: upgradeRequest,
    waitUntil<T>(work: T) {
      const promise = Promise.resolve(work)
      const watched: Promise<unknown> = promise.catch(currentFunction().onFault).finally(() => {
        pending.delete(watched)
        if (pending.size === 0) onWorking(false)
      })
      pending.add(watched)
      if (pending.size === 1) onWorking(true)
      return promise
    },
    sendMail,
    openChannel,
  })
  Object.defineProperty(globalThis, HOST_KEY, { value: host })
  return async () => {
    while (pending.size > 0) await Promise.allSettled(pending)
  }
}
