import { describe, expect, it } from 'vitest'
import { weaknessOf } from './passwords.ts'

const policy = {
  minimumLength: 6,
  requiredCharacters: ['abcdefghijklmnopqrstuvwxyz', '0123456789'],
  refusesLeaked: true,
}
const reasonsOf = (password: string) => weaknessOf(password, policy)?.reasons

describe('a password', () => {
  it.each([
    ['harbor bakery 7', undefined],
    ['a1b2c', ['length']],
    ['harbor bakery', ['characters']],
    ['BLUE HARBOR', ['characters']],
    ['', ['length', 'characters']],
    ['password1', ['pwned']],
    ['PassWord1', ['pwned']],
    ['iloveyou', ['characters', 'pwned']],
    ['123456', ['characters', 'pwned']],
    ['654321', ['characters', 'pwned']],
    ['zzzzzzzz', ['characters', 'pwned']],
  ])('%j is weak for %j', (password, reasons) => {
    expect(reasonsOf(password)).toEqual(reasons)
  })

  it('that is too short is not also called common: the longer one will be another', () => {
    expect(weaknessOf('12345', { ...policy, requiredCharacters: [] })).toEqual({
      message: 'Password should be at least 6 characters.',
      reasons: ['length'],
    })
  })

  it('that leaked is good where the project has not switched the list on', () => {
    expect(weaknessOf('password1', { ...policy, refusesLeaked: false })).toBeUndefined()
  })

  it('hears every reason in one message', () => {
    expect(weaknessOf('iloveyou', policy)?.message).toBe(
      'Password should contain at least one character of each: abcdefghijklmnopqrstuvwxyz, 0123456789. Password is known to be weak and easy to guess, please choose a different one.',
    )
  })
})
