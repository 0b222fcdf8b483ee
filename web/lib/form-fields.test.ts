import { expect, it } from 'vitest'
import { isEmail } from './form-fields.ts'

it.each(['ana@north.test', 'a.b+c@d', 'ana@bücher.test'])('takes %s as an address, as the tables do', (address) => {
  expect(isEmail(address)).toBe(true)
})

it.each(['ana', '@north.test', 'a b@c.test', 'a@b.test,c@d.test', 'Ana <ana@north.test>', 'a@b@c'])(
  'takes %s for none, as the tables do',
  (text) => {
    expect(isEmail(text)).toBe(false)
  },
)
