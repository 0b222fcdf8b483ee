import type { QueryClient } from '@tanstack/react-query'
import type { Write } from './use-write.ts'
import { writeNow } from './write-now.ts'

/** The result of a write that can be undone, for which the toast offers an Undo. */
export class Undoable {
  /** The affected rows in a few words, where the title does not name them. */
  readonly description: string | undefined
  readonly #undo: Write<void>

  constructor(undo: Write<void>, description?: string) {
    this.#undo = undo
    this.description = description
  }

  /** Undoes the write and reports the outcome like any write, even after the screen was left. */
  undo(client: QueryClient): void {
    void writeNow(client, this.#undo, undefined)
  }
}
