import type { FastifyError } from 'fastify'

/** What tells an operator where to look and is no data. */
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
 * What of an error is written to the log. Named one by one: Postgres puts whole rows into its details, and clients of
 * other services the answers that they did not understand, tokens and all.
 */
export function loggedError(error: FastifyError) {
  const said = Object.entries(error).filter(([name]) => names.some((known) => known === name))
  return { type: error.constructor.name, message: messages(error), stack: stacks(error), ...Object.fromEntries(said) }
}

const messages = (error: Error): string =>
  chain(error)
    .map(({ message }) => message)
    .join(': ')
const stacks = (error: Error): string =>
  chain(error)
    .map(({ stack = '' }) => stack)
    .join('\ncaused by: ')

const DEEPEST = 5

/** The error, and what it says was behind it. */
function chain(error: Error): Error[] {
  const errors = [error]
  for (let cause = error.cause; cause instanceof Error && errors.length < DEEPEST; cause = cause.cause)
    errors.push(cause)
  return errors
}
