import { AsyncLocalStorage } from 'node:async_hooks'

export type RunningFunction = {
  name: string
  /** Receives errors that occur when no request can be answered with them any more. */
  onFault(error: unknown): void
}

const running = new AsyncLocalStorage<RunningFunction>()

/** Runs work in the context of a function, which the host needs to know who asks. */
export const runFunction = <T>(fn: RunningFunction, work: () => T): T => running.run(fn, work)

/** The function of the current context; undefined outside of one. */
export const runningFunction = (): RunningFunction | undefined => running.getStore()

/** The function of the current context. Throws outside of one. */
export function currentFunction(): RunningFunction {
  const fn = running.getStore()
  if (!fn) throw new Error('Only a running function has a host.')
  return fn
}
