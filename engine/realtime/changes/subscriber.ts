import type { Caller } from '../../database/database.ts'
import type { Payload } from '../frames.ts'
import type { Binding } from './bindings.ts'

/** A subscriber to changes. */
export interface Subscriber {
  readonly bindings: Binding[]
  /** The current caller, whose row policies decide. */
  caller(): Caller
  tell(payload: Payload): void
  /** Called when changes may have been missed. */
  missed(): void
  /** Called when the subscriber's session has ended. */
  ended(): void
}
