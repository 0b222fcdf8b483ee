import type { DatabaseError } from 'pg'
import type { ApiError } from '../gateway/api-error.ts'
import { isHeader } from './answer/response-overrides.ts'
import { restError, restErrors } from './errors.ts'

/**
 * The response for an error of Postgres: its own message, with the HTTP status of its SQLSTATE
 * (docs/wire/rest.md#errors).
 */
export function postgresError(error: DatabaseError, isAnonymous: boolean): ApiError {
  const { code = 'PGRSTX00', message, detail, hint } = error
  if (code === 'PGRST') return raisedError(message, detail)
  const status = statusOf(code, message, isAnonymous)
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  return restError(status, { code, message, details: detail ?? null, hint: hint ?? null }, headers)
}

const exact: Record<string, number> = {
  '21000': 500,
  '22023': 400,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '57P01': 503,
  P0001: 400,
}

const byClass: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
}

/** The HTTP status of a SQLSTATE. A caller who is not signed in gets 401 where others get 403. */
export function statusOf(code: string, message: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403
  if (code === '21000' && message.endsWith('requires a WHERE clause')) return 400
  if (code === '22023' && message.startsWith('role') && message.endsWith('does not exist')) return 401
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1]
  if (chosen !== undefined) return Number(chosen)
  return exact[code] ?? byClass[code.slice(0, 2)] ?? 400
}

/**
 * The response for `RAISE SQLSTATE 'PGRST'`, which is given whole: MESSAGE is the body, DETAIL the status and headers.
 */
function raisedError(message: string, detail: string | undefined): ApiError {
  const body = parsedObject(message)
  if (typeof body?.code !== 'string' || typeof body.message !== 'string') return restErrors.badRaise('MESSAGE', message)
  const response = detail === undefined ? undefined : parsedObject(detail)
  const status = response?.status
  if (typeof status !== 'number' || status < 200 || status > 599) return restErrors.badRaise('DETAIL', detail)
  const headers = Object.entries(isObject(response?.headers) ? response.headers : {}).map(
    ([name, value]) => [name.toLowerCase(), String(value)] as const,
  )
  if (!headers.every(([name, value]) => isHeader(name, value))) return restErrors.badRaise('DETAIL', detail)
  return restError(
    status,
    { code: body.code, message: body.message, details: body.details ?? null, hint: textOrNull(body.hint) },
    Object.fromEntries(headers),
  )
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
