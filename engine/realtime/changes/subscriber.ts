import type { Caller } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'

/** Somebody who wants to know what changes. */
export interface Subscriber {
  readonly bindings: Binding[]
  /** Whose row policies decide, at this moment. */
  caller(): Caller
  tell(payload: Payload): void
  /** Changes may have been missed. */
  missed(): void
  /** Their session is over. */
  ended(): void
}
