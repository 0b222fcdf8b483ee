import type { Bus } from '../../bus/bus.ts'
import type { QueuedMail } from '../../mail/queue/queued-mail.ts'
import { currentFunction } from './running-function.ts'
import { type SocketUpgrade, upgradeRequest } from './upgrade.ts'

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

type Given = { variables: Readonly<Record<string, string>> } & Pick<FunctionHost, 'sendMail' | 'openChannel'>

/** Resolves once everything that was given to `waitUntil` is done. */
export type Settle = () => Promise<void>

export let host: FunctionHost

export function installHost({ variables, sendMail, openChannel }: Given): Settle {
  const pending = new Set<Promise<unknown>>()
  host = Object.freeze({
    env(name: string) {
      const { name: slug } = currentFunction()
      if (name === 'SUPABASE_FUNCTION_SLUG') return slug
      return Object.hasOwn(variables, name) ? variables[name] : undefined
    },
    upgrade: upgradeRequest,
    waitUntil(work: Promise<unknown>) {
      const watched = work.catch(currentFunction().onFault).finally(() => pending.delete(watched))
      pending.add(watched)
    },
    sendMail,
    openChannel,
  })
  Object.defineProperty(globalThis, HOST_KEY, { value: host })
  return async () => {
    while (pending.size > 0) await Promise.allSettled(pending)
  }
}
