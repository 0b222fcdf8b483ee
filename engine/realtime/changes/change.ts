import { z } from 'zod'
import { parseExactly } from '../parse-exact-numbers.ts'

const values = z.record(z.string(), z.unknown())

const change = z.object({
  /** The table's oid. */
  table: z.string(),
  type: z.enum(['INSERT', 'UPDATE', 'DELETE']),
  at: z.string(),
  /** The row as the change left it; null where it is deleted. */
  row: values.nullable(),
  /** The old primary key, or with the replica identity 'full' the whole old row. */
  old: values.nullable(),
  /** Whether the change was so large that only its small values are here. */
  isTooLarge: z.boolean().optional(),
})

/** The trigger's description of one changed row. */
export type Change = z.infer<typeof change>

const PIECE = /^(\d+) (\d+)\/(\d+) (.*)$/s

/** Puts changes together from notifications, which hold a piece each. */
export class ChangeReader {
  #number = ''
  #pieces: string[] = []

  /** The change that this notification completes, and its length. An invalid one completes none. */
  read(notification: string): { change: Change; size: number } | undefined {
    const [, number = '', piece, pieces, text = ''] = PIECE.exec(notification) ?? []
    if (piece === '1') {
      this.#number = number
      this.#pieces = []
    }
    // The pieces of one change arrive one after the other; a piece is missing only where it was sent before listening.
    if (number !== this.#number || Number(piece) !== this.#pieces.length + 1) return undefined
    this.#pieces.push(text)
    if (Number(pieces) !== this.#pieces.length) return undefined
    const whole = this.#pieces.splice(0).join('')
    const parsed = parseChange(whole)
    return parsed && { change: parsed, size: whole.length }
  }
}

function parseChange(text: string): Change | undefined {
  try {
    return change.safeParse(parseExactly(text)).data
  } catch {
    return undefined
  }
}
