import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { postgresError, statusOf } from './postgres-errors.ts'

function databaseError(code: string, message: string, more: { detail?: string; hint?: string } = {}) {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, ...more })
}

describe('the status of a SQLSTATE', () => {
  it.each([
    ['23505', 'duplicate key', 409],
    ['23503', 'still referenced', 409],
    ['23502', 'null value', 400],
    ['23514', 'check', 400],
    ['22P02', 'invalid input', 400],
    ['42703', 'no column', 400],
    ['42P01', 'no table', 404],
    ['42883', 'no function', 404],
    ['42883', 'function xmlagg(json) does not exist', 406],
    ['25006', 'read only', 405],
    ['21000', 'UPDATE requires a WHERE clause', 400],
    ['21000', 'more than one row', 500],
    ['22023', 'role "ghost" does not exist', 401],
    ['22023', 'invalid parameter', 400],
    ['57014', 'statement timeout', 500],
    ['57P01', 'shutting down', 503],
    ['08006', 'connection failure', 503],
    ['53300', 'too many connections', 503],
    ['53400', 'limit', 500],
    ['40001', 'serialization', 500],
    ['P0001', 'raised', 400],
    ['P0002', 'no data', 500],
    ['28000', 'authorization', 403],
    ['PT402', 'pay', 402],
    ['PT999', 'no such status', 400],
    ['42P17', 'infinite recursion', 500],
    ['99999', 'unheard of', 400],
  ])('%s (%s) is %d', (code, message, status) => {
    expect(statusOf(code, message, false)).toBe(status)
  })

  it('asks a stranger to sign in, and refuses a person', () => {
    expect(statusOf('42501', 'permission denied', true)).toBe(401)
    expect(statusOf('42501', 'permission denied', false)).toBe(403)
    expect(postgresError(databaseError('42501', 'denied'), true).headers).toMatchObject({
      'www-authenticate': 'Bearer',
    })
  })
})

it('keeps the words of Postgres', () => {
  const error = postgresError(databaseError('23505', 'duplicate', { detail: 'Key (id)=(1)', hint: 'another' }), false)
  expect(error.body).toEqual({ code: '23505', message: 'duplicate', details: 'Key (id)=(1)', hint: 'another' })
})

describe("RAISE SQLSTATE 'PGRST'", () => {
  const raise = (message: string, detail?: string) =>
    postgresError(databaseError('PGRST', message, detail === undefined ? {} : { detail }), false)

  it('may have a code that no header can hold', () => {
    expect(raise('{"code": "größer\\n", "message": "No"}', '{"status": 400}').headers).toEqual({})
  })

  it('decides the whole response', () => {
    const error = raise('{"code": "7", "message": "No", "hint": "Ask"}', '{"status": 451, "headers": {"X-Law": "yes"}}')
    expect(error).toMatchObject({
      statusCode: 451,
      headers: { 'x-law': 'yes' },
      body: { code: '7', message: 'No', details: null, hint: 'Ask' },
    })
  })

  it.each([
    ['no json', '{"status": 400}'],
    ['{"message": "no code"}', '{"status": 400}'],
    ['{"code": "1", "message": "m"}', undefined],
    ['{"code": "1", "message": "m"}', '{"status": "400"}'],
    ['{"code": "1", "message": "m"}', '[]'],
    ['{"code": "1", "message": "m"}', '{"status": 400, "headers": {"a": "b\\r\\nc: d"}}'],
  ])('must be JSON: %j %j', (message, detail) => {
    expect(raise(message, detail)).toMatchObject({ statusCode: 500, body: { code: 'PGRST121' } })
  })
})
