import { RequestError } from '../../lib/errors.ts'

/** The database keeps what was encrypted with the entry and the field that it was encrypted for. */
export class SealedElsewhere extends Error {
  override name = 'SealedElsewhere'
  constructor() {
    super('This password or these notes were encrypted for another entry. Type them in again to save them here.')
  }
}

const ALREADY_STORED = '23505'

/** A failure to save, in words that say what to do. */
export const whyNotSaved = (error: unknown) =>
  error instanceof RequestError && error.code === ALREADY_STORED ? new SealedElsewhere() : error
