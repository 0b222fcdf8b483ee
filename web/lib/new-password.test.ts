import { describe, expect, it } from 'vitest'
import { newPasswordForm } from './new-password.ts'

describe('a new password', () => {
  const problemsOf = (password: string, confirmation = password) =>
    newPasswordForm.safeParse({ password, confirmation }).error?.issues.map(({ message }) => message) ?? []

  it.each(['', '      '])('is not %j', (typed) => {
    expect(problemsOf(typed)[0]).toBe('Enter a password.')
  })

  it('has at least six characters', () => {
    expect(problemsOf('12345')).toEqual(['At least 6 characters.'])
    expect(problemsOf('123456')).toEqual([])
  })

  it('is typed twice alike', () => {
    expect(problemsOf('mainstreet', 'Mainstreet')).toEqual(['This is not the same password.'])
  })
})
