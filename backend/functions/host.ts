import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bus } from '../bus/bus.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type Upgrade, upgradeRequest } from './upgrade.ts'

/**
 * What the web standards have no word for. A function finds it on the global object under this key (in this project
 * through `_shared/runtime.ts`); there is no global `Deno`, which libraries would take for the real one.
 */
interface FunctionHost {
  /** A variable of the function's environment. */
  env(name: string): string | undefined
  /** Answers a WebSocket request; `response` is to be returned as it is. */
  upgrade(request: Request, options?: { protocol?: string }): Upgrade
  /** Keeps the server from stopping before the work is done. */
  waitUntil(work: Promise<unknown>): void
  /** Sends a mail as the project's own sender. */
  sendMail: Mailer['send']
  /** Reaches the same function in the other processes of this installation. */
  openChannel: Bus['open']
}

const HOST_KEY = Symbol.for('edge-functions.host')

export type RunningFunction = Pick<FunctionHost, 'env' | 'waitUntil' | 'sendMail' | 'openChannel'> & {
  /** Told of errors that come when there is no request any more to answer with them. */
  onFault(error: unknown): void
}

const running = new AsyncLocalStorage<RunningFunction>()

/** Runs work in which the host knows which function, of which server, is asking. */
export const runFunction = <T>(fn: RunningFunction, work: () => T): T => running.run(fn, work)

/** Harmless to call again: one process has one host, however many servers it runs. */
export function installHost(): void {
  Object.defineProperty(globalThis, HOST_KEY, { value: host, configurable: true })
}

const host: FunctionHost = {
  env: (name) => currentFunction().env(name),
  upgrade: (request, options = {}) => upgradeRequest(request, options, currentFunction().onFault),
  waitUntil: (work) => currentFunction().waitUntil(work),
  sendMail: (mail) => currentFunction().sendMail(mail),
  openChannel: (name, events) => currentFunction().openChannel(name, events),
}

/** Tells the running function of an error that nobody caught. False where none is running: then it is not its fault. */
export function blameFunction(error: unknown): boolean {
  const fn = running.getStore()
  fn?.onFault(error)
  return fn !== undefined
}

/** Throws outside of a function. */
export function currentFunction(): RunningFunction {
  const fn = running.getStore()
  if (!fn) throw new Error('Only a running function has a host.')
  return fn
}
