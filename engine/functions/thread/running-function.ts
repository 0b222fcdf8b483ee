import { AsyncLocalStorage } from 'node:async_hooks'

export type RunningFunction = {
  name: string
  /** Told of errors that come when there is no request any more to answer with them. */
  onFault(error: unknown): void
}

const running = new AsyncLocalStorage<RunningFunction>()

/** Runs work in which the host knows which function is asking. */
export const runFunction = <T>(fn: RunningFunction, work: () => T): T => running.run(fn, work)

/** Undefined outside of a function. */
export const runningFunction = (): RunningFunction | undefined => running.getStore()

/** Throws outside of a function. */
export function currentFunction(): RunningFunction {
  const fn = running.getStore()
  if (!fn) throw new Error('Only a running function has a host.')
  return fn
}
