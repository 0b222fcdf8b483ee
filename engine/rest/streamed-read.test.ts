import { expect, it } from 'vitest'
import type { Database, RowTaker } from '../database/database.ts'
import { streamedRead } from './streamed-read.ts'

const json = { kind: 'array', stripNulls: false, contentType: 'application/json' } as const
const row = (body: string) => [body, null, null, null, null]
const rest = [null, null, '7', '[{"x-a": "b"}]', '201']

/** A database whose statements deliver the given rows. */
function answering(answer: (taker: RowTaker) => void): Database {
  return {
    run: async (_options, { taker }) => {
      if (taker) answer(taker)
      return []
    },
    transaction: () => Promise.reject(new Error('Nothing asks for one.')),
    listen: async () => undefined,
    session: () => Promise.reject(new Error('Nothing here runs outside of a transaction.')),
    close: async () => undefined,
  }
}
const read = (answer: (taker: RowTaker) => void) => streamedRead(answering(answer), {}, { text: '' }, json, '')

it('has nothing of a try that had to be done once more', async () => {
  const result = await read((taker) => {
    taker.begin()
    for (const body of ['{"id":1}', '{"id":2}', '{"id":3}']) taker.take(row(body))
    taker.begin()
    for (const body of ['{"id":1}', '{"id":2}']) taker.take(row(body))
    taker.take(rest)
  })
  const body = '[{"id":1}, \n {"id":2}]'
  expect(result).toEqual({
    body,
    page_total: '2',
    total: '7',
    response_headers: '[{"x-a": "b"}]',
    response_status: '201',
  })
})

it('is none without its last row', async () => {
  const cut = read((taker) => {
    taker.begin()
    taker.take(row('{"id":1}'))
  })
  await expect(cut).rejects.toMatchObject({ statusCode: 500 })
})
