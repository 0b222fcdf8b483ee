import { describe, expect, it } from 'vitest'
import type { Role } from '../me/role.ts'
import { newPasswordForm, newUserForm, rolesToGive } from './user.ts'

it.each<[Role[], Role[]]>([
  [
    ['user', 'agency_admin'],
    ['user', 'agency_staff', 'agency_admin'],
  ],
  [['admin'], ['user', 'agency_staff', 'agency_admin', 'admin']],
  [
    ['agency_admin', 'admin'],
    ['user', 'agency_staff', 'agency_admin', 'admin'],
  ],
  [['super_admin'], ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin']],
])('offers to %j the roles up to their own kind', (held, offered) => {
  expect(rolesToGive(held)).toEqual(offered)
})

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

it('trims what is said about a new user, except the password', () => {
  const typed = { email: ' dana@north.test ', name: ' Dana ', password: ' secret ', role: 'user' }
  expect(newUserForm.parse(typed)).toEqual({
    email: 'dana@north.test',
    name: 'Dana',
    password: ' secret ',
    role: 'user',
  })
})
