import type { FastifyError } from 'fastify'

/** The fields that tell an operator where to look and that contain no personal data. */
const names = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
  'syscall',
  'statusCode',
] as const

/**
 * The fields of an error that are logged. They are listed one by one, because Postgres puts whole rows into its
 * details, and clients of other services include answers with tokens.
 */
export function loggedError(error: FastifyError) {
  const said = Object.entries(error).filter(([name]) => names.some((known) => known === name))
  return { type: error.constructor.name, message: messages(error), stack: stacks(error), ...Object.fromEntries(said) }
}

const messages = (error: Error): string =>
  errorWithCauses(error)
    .map(({ message }) => message)
    .join(': ')
const stacks = (error: Error): string =>
  errorWithCauses(error)
    .map(({ stack = '' }) => stack)
    .join('\ncaused by: ')

const DEEPEST = 5

/** The error and its causes. */
function errorWithCauses(error: Error): Error[] {
  const errors = [error]
  for (let cause = error.cause; cause instanceof Error && errors.length < DEEPEST; cause = cause.cause)
    errors.push(cause)
  return errors
}
