import type { Claims } from '../database/database.ts'
import { restErrors } from './errors.ts'

/** Tolerance for the difference between the clocks of two machines. */
const CLOCK_SKEW_S = 30

/** Checks that PostgREST makes on a genuine token beyond those of every service (docs/wire/rest.md#tokens). */
export function checkClaims({ iat, aud }: Claims) {
  if (typeof iat === 'number' && iat > Date.now() / 1000 + CLOCK_SKEW_S) {
    throw restErrors.refusedClaims('JWT issued at future')
  }
  if (!isAudience(aud)) {
    throw restErrors.refusedClaims("The JWT 'aud' claim must be a string or an array of strings")
  }
}

const isAudience = (aud: unknown): boolean =>
  aud === undefined || aud === null || typeof aud === 'string' || isListOfTexts(aud)

const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')
