import type { FastifyServerOptions } from 'fastify'
import { loggedError } from './logged-error.ts'

/** JSON for machines, a line each; in a terminal, words for whoever sits there. */
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
      // The last line may say why it ended.
      sync: true,
      // The words of a request's line say them already.
      ignore: 'pid,hostname,method,route,resource,status,ms',
    }),
  }
}
