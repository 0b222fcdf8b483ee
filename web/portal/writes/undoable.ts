import type { QueryClient } from '@tanstack/react-query'
import type { Write } from './use-write.ts'
import { writeNow } from './write-now.ts'

/** What a write returns that can be taken back: the toast that tells of it offers it. */
export class Undoable {
  /** Which rows, in a few words, where the title does not say it. */
  readonly description: string | undefined
  readonly #undo: Write<void>

  constructor(undo: Write<void>, description?: string) {
    this.#undo = undo
    this.description = description
  }

  /** How it went is said as of every write, also when the screen was left meanwhile. */
  undo(client: QueryClient): void {
    void writeNow(client, this.#undo, undefined)
  }
}
