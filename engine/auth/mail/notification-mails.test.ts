import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { createTestBed, linkOf, password } from '../testing/test-bed.ts'

const bed = await createTestBed()
const on = (kind: string, more = '') => `[auth.email.notification.${kind}]\nenabled = true\n${more}`
const kinds = ['password_changed', 'email_changed', 'mfa_factor_enrolled', 'mfa_factor_unenrolled', 'identity_unlinked']
const service = await bed.service({
  toml: ['[auth]\nenable_manual_linking = true', ...kinds.map((kind) => on(kind))].join('\n'),
})

/** The mails since the last call. */
const told = () => service.mails.splice(0).map(({ to, subject, text }) => ({ to, subject, text }))

async function person(email: string) {
  await service.confirmed(email)
  const { body: session } = await service.signIn(email)
  told()
  const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    service.call(method, path, { token: session.access_token, ...(body && { body }) })
  return { send, id: session.user.id }
}

it('people are told when their password was changed', async () => {
  const { send } = await person('password@told.test')
  await send('PUT', '/user', { data: { name: 'Ana' } })
  expect(told()).toEqual([])
  await send('PUT', '/user', { password: 'another secret' })
  expect(told()).toEqual([
    {
      to: 'password@told.test',
      subject: 'Your password has been changed',
      text: expect.stringContaining('The password of your account password@told.test has just been changed.'),
    },
  ])
})

it('the old address is told when there is a new one, once both sides have agreed', async () => {
  const { send } = await person('old@told.test')
  await send('PUT', '/user', { email: 'new@told.test' })
  const links = service.mails.splice(0).map(linkOf)
  await service.call('GET', links[0] ?? '')
  expect(told()).toEqual([])
  await service.call('GET', links[1] ?? '')
  const [mail, ...more] = told()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: 'old@told.test', subject: 'Your email address has been changed' })
  expect(mail?.text).toContain('from old@told.test to new@told.test')
})

it('a second factor that comes or goes is told of', async () => {
  const { send } = await person('factor@told.test')
  const { body: factor } = await send('POST', '/factors', { factor_type: 'totp' })
  const { body: challenge } = await send('POST', `/factors/${factor.id}/challenge`)
  const code = new TOTP({ secret: factor.totp.secret }).generate()
  const { body: session } = await send('POST', `/factors/${factor.id}/verify`, { challenge_id: challenge.id, code })
  expect(told()).toMatchObject([{ subject: 'A new MFA factor has been enrolled' }])
  await service.call('DELETE', `/factors/${factor.id}`, { token: session.access_token })
  expect(told()).toMatchObject([{ subject: 'An MFA factor has been unenrolled' }])
})

it('an identity that was taken away is told of', async () => {
  const { send, id } = await person('identity@told.test')
  const [identity] = await bed.sql<{ id: string }>(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
     values ('1', $1, '{}', 'github', now(), now()) returning id`,
    [id],
  )
  await send('DELETE', `/user/identities/${identity?.id}`)
  expect(told()).toMatchObject([{ to: 'identity@told.test', subject: 'An identity has been unlinked' }])
})

it('nobody is told of anything unless the project says so, in its words if it has some', async () => {
  const silent = await bed.service()
  const worded = await bed.service({
    toml: on('password_changed', 'subject = "New words for {{ .Email }}"\ncontent_path = "./supabase/told.html"'),
    files: { 'told.html': '<p>{{ .Email }}</p>' },
  })
  // The path in the CLI's new config.toml, relative to the project's folder.
  const asScaffolded = await bed.service({
    toml: on('password_changed', 'subject = "Told"\ncontent_path = "./told.html"'),
    files: { 'told.html': '<b>{{ .Email }}</b>' },
  })
  await service.confirmed('words@told.test')
  let before = password
  for (const [at, mails] of [
    [silent, []],
    [worded, [{ subject: 'New words for words@told.test', html: '<p>words@told.test</p>' }]],
    [asScaffolded, [{ subject: 'Told', html: '<b>words@told.test</b>' }]],
  ] as const) {
    const { body: session } = await at.signIn('words@told.test', before)
    before = `after ${before}`
    await at.call('PUT', '/user', { token: session.access_token, body: { password: before } })
    expect(at.mails).toMatchObject(mails)
  }
})

it('a change stays made where its mail cannot be sent', async () => {
  const broken = await bed.service({
    toml: on('password_changed'),
    send: async () => {
      throw new Error('connection refused')
    },
  })
  await service.confirmed('kept@told.test')
  const { body: session } = await broken.signIn('kept@told.test')
  const change = { token: session.access_token, body: { password: 'kept all the same' } }
  expect((await broken.call('PUT', '/user', change)).status).toBe(200)
  expect((await broken.signIn('kept@told.test', 'kept all the same')).status).toBe(200)
})
