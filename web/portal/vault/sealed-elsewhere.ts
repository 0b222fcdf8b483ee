import { RequestError } from '../../lib/errors.ts'

/** Thrown when the database refuses a payload that was encrypted for another entry or field. */
export class SealedElsewhere extends Error {
  override name = 'SealedElsewhere'
  constructor() {
    super('This password or these notes were encrypted for another entry. Type them again to save them here.')
  }
}

const ALREADY_STORED = '23505'

/** Explains a failure to save, and what to do. */
export const saveFailureText = (error: unknown) =>
  error instanceof RequestError && error.code === ALREADY_STORED ? new SealedElsewhere() : error
