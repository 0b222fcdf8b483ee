import { expect, it } from 'vitest'
import { deleteOutdatedRows } from '../delete-outdated-rows.ts'
import { createTestBed, linkOf } from '../testing/test-bed.ts'

const bed = await createTestBed()
const toml = `
[auth.email]
otp_expiry = 3600
invitation_expiry = 604800`
const service = await bed.service({ toml })
const { call, mails } = service
let people = 0

/** A user whose invitation was mailed this long ago. */
async function invited(ago: string) {
  const email = `dana-${people++}@north.test`
  await call('POST', '/invite', { token: bed.tokens.serviceRoleKey, body: { email } })
  const link = linkOf(mails.at(-1))
  await bed.sql(`update auth.users set confirmation_sent_at = now() - interval '${ago}' where email = $1`, [email])
  return { email, link }
}

const opened = async (path: string) => String((await call('GET', path)).headers.location)

it('lets the link of an invitation be opened for as long as the project says', async () => {
  expect(await opened((await invited('6 days')).link)).toContain('access_token=')
  expect(await opened((await invited('8 days')).link)).toContain('otp_expired')
})

it('keeps it until then, when what is over is removed', async () => {
  const { email, link } = await invited('6 days')
  await bed.sql(
    `update auth.one_time_tokens set created_at = localtimestamp - interval '6 days'
     where user_id = (select id from auth.users where email = $1)`,
    [email],
  )
  await deleteOutdatedRows(service.scope)
  expect(await opened(link)).toContain('access_token=')
})

it('keeps every other link as short-lived as before', async () => {
  const email = `late-${people++}@north.test`
  await service.confirmed(email)
  await call('POST', '/recover', { body: { email } })
  const link = linkOf(mails.at(-1))
  await bed.sql(`update auth.users set recovery_sent_at = now() - interval '2 hours' where email = $1`, [email])
  expect(await opened(link)).toContain('otp_expired')
})

it('takes the code of an invitation, which could be guessed, no longer than any other code', async () => {
  const made = async (ago: string) => {
    const email = `code-${people++}@north.test`
    const { body } = await call('POST', '/admin/generate_link', {
      token: bed.tokens.serviceRoleKey,
      body: { type: 'invite', email },
    })
    await bed.sql(`update auth.users set confirmation_sent_at = now() - interval '${ago}' where email = $1`, [email])
    return call('POST', '/verify', { body: { type: 'invite', email, token: body.email_otp } })
  }
  expect((await made('30 minutes')).status).toBe(200)
  expect(await made('2 hours')).toMatchObject({ status: 403, body: { code: 'otp_expired' } })
})
