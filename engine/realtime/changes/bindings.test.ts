import { expect, it } from 'vitest'
import { readBindings } from './bindings.ts'

const asked = (count: number) =>
  Array.from({ length: count }, () => ({ event: '*', schema: 'public', table: 'clients' }))

it('takes as many as an app could want on one channel, and follows none where there are more', () => {
  expect(readBindings(asked(100))).toMatchObject({ fault: undefined, wanted: { length: 100 } })
  expect(readBindings(asked(101))).toEqual({
    echoed: expect.objectContaining({ length: 101 }),
    wanted: [],
    fault: 'Too many postgres_changes on one channel: at most 100 are followed',
  })
})
