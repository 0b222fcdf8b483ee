import type { Start } from '../protocol/messages.ts'
import type { FunctionHost } from './host.ts'
import type { RunningFunction } from './running-function.ts'

export type EdgeHandler = (request: Request) => unknown

/** What a layer builds on. */
export type LayerHost = Pick<FunctionHost, 'upgrade' | 'waitUntil'> & {
  /** The environment of the running function. */
  variables(): Record<string, string | undefined>
  /** Throws outside of a function. */
  currentFunction(): RunningFunction
}

/** What lets functions run that are more than web standards: the `feature` of a package. */
export type Layer = {
  /** Before any function is loaded. */
  begin(start: Start, host: LayerHost): void
  /** Imports a function's module; `serve` is for a handler that the module gives away instead of exporting it. */
  importing<T>(load: () => Promise<T>, serve: (handler: EdgeHandler) => void): Promise<T>
  /** The thread is about to end, and waits for nothing but what was given to `waitUntil`. */
  end(): void
}
