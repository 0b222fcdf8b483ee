import type { Start } from '../protocol/messages.ts'
import type { FunctionHost } from './host-object.ts'
import type { RunningFunction } from './running-function.ts'

export type EdgeHandler = (request: Request) => unknown

/** The parts of the host that a layer uses. */
export type LayerHost = Pick<FunctionHost, 'upgrade' | 'waitUntil'> & {
  /** The environment of the current function. */
  variables(): Record<string, string | undefined>
  /** The current function. Throws outside of one. */
  currentFunction(): RunningFunction
}

/** Support for functions that use more than web standards: the `feature` of a package. */
export type Layer = {
  /** Called before any function is loaded. */
  begin(start: Start, host: LayerHost): void
  /** Imports a function's module; `serve` takes a handler that the module registers instead of exporting it. */
  importing<T>(load: () => Promise<T>, serve: (handler: EdgeHandler) => void): Promise<T>
  /** Called when the thread is about to end; only work given to `waitUntil` is still awaited. */
  end(): void
}
