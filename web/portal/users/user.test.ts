import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Role } from '../me/role.ts'
import { INVITATION_DAYS, rolesToGive, rolesToInvite } from './user.ts'
import { newUserForm } from './user-form.ts'

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

it.each<[Role, Role[]]>([
  ['agency_admin', ['user', 'agency_staff']],
  ['admin', ['user', 'agency_staff', 'agency_admin']],
  ['super_admin', ['user', 'agency_staff', 'agency_admin', 'admin', 'super_admin']],
])('lets an %s invite %j', (held, offered) => {
  expect(rolesToInvite(['user', held])).toEqual(offered)
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

/** Reads a value from a settings file of the project. */
const settingIn = (file: string, name: string) => {
  const text = readFileSync(new URL(`../../../supabase/${file}`, import.meta.url), 'utf8')
  return Number(new RegExp(`^${name} = (\\d+)$`, 'm').exec(text)?.[1])
}

it('tells as long a life of invitations as the sign-in service gives them, here and on hosted Supabase', () => {
  const seconds = INVITATION_DAYS * 86_400
  expect(settingIn('engine.toml', 'invitation_expiry')).toBe(seconds)
  expect(settingIn('config.toml', 'otp_expiry')).toBe(seconds)
  // Hosted Supabase allows a lifetime of at most a day.
  expect(seconds).toBeLessThanOrEqual(86_400)
})
