import { expect, it } from 'vitest'
import { fetchPage } from './fetch-page.ts'

/** A table of `count` rows that answers as PostgREST does, with its error for a range past the end. */
const tableOf = (count: number) => async (from: number, to: number) =>
  from > count
    ? { status: 416, count: null, data: null, error: { message: 'Requested range not satisfiable', code: 'PGRST103' } }
    : {
        status: 206,
        count,
        error: null,
        data: Array.from({ length: count }, (_, row) => row).slice(from, to + 1),
      }

it('reads fifty rows and the count of all', async () => {
  const { rows, count, page } = await fetchPage(2, tableOf(120))
  expect([rows.at(0), rows.at(-1), count, page]).toEqual([50, 99, 120, 2])
})

it('goes to the last page when the last row of a page was deleted', async () => {
  expect(await fetchPage(3, tableOf(100))).toMatchObject({ page: 2, count: 100 })
})

it('goes to the first page from one far past the end', async () => {
  expect(await fetchPage(9, tableOf(100))).toMatchObject({ page: 1, count: 100 })
})

it('shows an empty table as one empty page', async () => {
  expect(await fetchPage(1, tableOf(0))).toEqual({ rows: [], count: 0, page: 1 })
  expect(await fetchPage(4, tableOf(0))).toEqual({ rows: [], count: 0, page: 1 })
})

it('throws any other refusal', async () => {
  const refuse = async () => ({ status: 500, count: null, data: null, error: { message: 'down', code: 'XX000' } })
  await expect(fetchPage(2, refuse)).rejects.toThrow('down')
})
