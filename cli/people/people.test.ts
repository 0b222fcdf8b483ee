import { createClient } from '@supabase/supabase-js'
import { expect, inject, it } from 'vitest'
import { runCommand } from '../command-line/run-command.ts'
import { makeSuperAdmin } from '../commands/make-super-admin.ts'
import { resetPassword } from '../commands/reset-password.ts'
import { resetSecondFactor } from '../commands/reset-second-factor.ts'

const { url, anonKey, serviceRoleKey } = inject('engine')
const options = { auth: { persistSession: false, autoRefreshToken: false } }
const service = createClient(url, serviceRoleKey, options)
const commands = {
  'reset-password': resetPassword,
  'reset-second-factor': resetSecondFactor,
  'make-super-admin': makeSuperAdmin,
}

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const write = (to: 'out' | 'err') => ({
    isTTY: false,
    write(text: string) {
      said[to] += text
      return true
    },
  })
  const where = ['--url', url, '--service-key', serviceRoleKey]
  const code = await runCommand(commands, [...args, ...where], { stdout: write('out'), stderr: write('err') })
  return { code, ...said }
}

const PASSWORD = 'first password'
async function somebody() {
  const email = `${crypto.randomUUID()}@lost.test`
  const { data, error } = await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
  if (error) throw error
  const visitor = createClient(url, anonKey, options)
  const signedIn = await visitor.auth.signInWithPassword({ email, password: PASSWORD })
  if (signedIn.error) throw signedIn.error
  return { email, id: data.user.id, visitor }
}

it('gives somebody a new password, which ends their sessions', async () => {
  const { email, visitor } = await somebody()
  const { code, out } = await run('reset-password', email.toUpperCase())
  expect(code).toBe(0)
  const [, password = ''] = / signs in with (\S{16}) from now on/.exec(out) ?? []
  expect((await visitor.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  expect((await visitor.auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('invalid_credentials')
  expect((await visitor.auth.signInWithPassword({ email, password })).error).toBe(null)
})

it('lets somebody in who has lost their second step', async () => {
  const { email, id, visitor } = await somebody()
  expect(await run('reset-second-factor', email)).toMatchObject({ code: 0, out: `${email} had no second step.\n` })
  expect((await visitor.auth.mfa.enroll({ factorType: 'totp' })).error).toBe(null)
  expect(await run('reset-second-factor', email)).toMatchObject({ out: `${email}: 1 second step removed.\n` })
  expect((await service.auth.admin.mfa.listFactors({ userId: id })).data?.factors).toEqual([])
})

it('makes somebody a super admin, once', async () => {
  const { email, id } = await somebody()
  expect(await run('make-super-admin', email)).toMatchObject({ code: 0, out: `${email} is a super admin now.\n` })
  expect(await run('make-super-admin', email)).toMatchObject({ code: 0, out: `${email} is a super admin already.\n` })
  const { data } = await service.from('user_roles').select('role').eq('user_id', id).order('role')
  expect(data?.map(({ role }) => role)).toContain('super_admin')
  await service.auth.admin.deleteUser(id)
})

it('says whom it does not know, and what it needs', async () => {
  const unknown = await run('reset-password', 'nobody@lost.test')
  expect(unknown).toMatchObject({ code: 1, err: 'Nobody has an account with the address nobody@lost.test.\n' })
  expect(await run('make-super-admin')).toMatchObject({ code: 2, out: '' })
})
