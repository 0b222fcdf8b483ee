import type { Start } from '../protocol/messages.ts'

export type EdgeHandler = (request: Request) => unknown

/** What lets functions run that are more than web standards: a folder, and a line in the list of layers. */
export type Layer = {
  /** Before any function is loaded. */
  begin(start: Start): void
  /** Imports a function's module; `serve` is for a handler that the module gives away instead of exporting it. */
  importing<T>(load: () => Promise<T>, serve: (handler: EdgeHandler) => void): Promise<T>
  /** The thread is about to end, and waits for nothing but what was given to `waitUntil`. */
  end(): void
}
