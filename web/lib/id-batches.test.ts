import { expect, it } from 'vitest'
import { IdBatches } from './id-batches.ts'

function shop() {
  const asked: (readonly string[])[] = []
  const names = new IdBatches(async (ids) => {
    asked.push(ids)
    return new Map(ids.filter((id) => id !== 'nobody').map((id) => [id, `Name of ${id}`]))
  })
  return { names, asked }
}

it('asks once for what is asked for in one moment, and gives everybody their own answer', async () => {
  const { names, asked } = shop()
  const answers = await Promise.all(['a', 'b', 'a', 'nobody'].map((id) => names.ask(id)))
  expect(answers).toEqual(['Name of a', 'Name of b', 'Name of a', null])
  await names.ask('c')
  expect(asked).toEqual([['a', 'b', 'nobody'], ['c']])
})

it('asks for a hundred at most at once', async () => {
  const { names, asked } = shop()
  await Promise.all(Array.from({ length: 250 }, (_, index) => names.ask(`${index}`)))
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50])
})

it('tells all who asked together that it failed, and asks again next time', async () => {
  let works = false
  const names = new IdBatches(async (ids) => {
    if (!works) throw new Error('No answer')
    return new Map(ids.map((id) => [id, id]))
  })
  const [first, second] = await Promise.allSettled([names.ask('a'), names.ask('b')])
  expect([first.status, second.status]).toEqual(['rejected', 'rejected'])
  works = true
  expect(await names.ask('a')).toBe('a')
})
