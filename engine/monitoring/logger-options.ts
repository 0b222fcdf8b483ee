import type { FastifyServerOptions } from 'fastify'
import { loggedError } from './error-in-log.ts'

/** Logs JSON lines for machines, or readable lines in a terminal. */
export async function logLines(
  level: string,
  { isTTY }: { isTTY?: boolean | undefined } = process.stdout,
): Promise<NonNullable<FastifyServerOptions['logger']>> {
  const options = { level, serializers: { err: loggedError } }
  if (!isTTY) return options
  const { default: pretty } = await import('pino-pretty')
  return {
    ...options,
    stream: pretty({
      translateTime: 'SYS:HH:MM:ss',
      singleLine: true,
      // Written synchronously, because the last line may say why the process ended.
      sync: true,
      // The message of a request's line contains these fields already.
      ignore: 'pid,hostname,method,route,resource,status,ms',
    }),
  }
}
