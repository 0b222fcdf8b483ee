import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { engine } from '../engine.ts'
import { mailsTo } from '../received-mails.ts'
import { admin, call, confirmedPerson, newAddress, password, signedInPerson, signIn } from './people.ts'

const { admin: people } = admin.auth
const asAdmin = (method: string, path: string, body?: unknown) =>
  call(method, `/admin${path}`, { token: engine.serviceRoleKey, ...(body !== undefined && { body }) })

describe('administration', () => {
  it('is for the secret key alone', async () => {
    const { session } = await signedInPerson('mallory')
    const path = `/admin/users/${randomUUID()}`
    expect(await call('GET', path)).toMatchObject({ status: 401, body: { code: 'no_authorization' } })
    for (const token of [engine.anonKey, session.access_token]) {
      expect(await call('GET', path, { token })).toMatchObject({
        status: 403,
        body: { code: 'not_admin', message: 'User not allowed' },
      })
    }
    expect(await call('GET', path, { token: 'nonsense' })).toMatchObject({ status: 403, body: { code: 'bad_jwt' } })
  })

  it('wants a uuid, and says when there is nobody', async () => {
    expect(await asAdmin('GET', '/users/7')).toMatchObject({
      status: 404,
      body: { code: 'validation_failed', message: 'user_id must be an UUID' },
    })
    expect(await asAdmin('GET', `/users/${randomUUID()}`)).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', message: 'User not found' },
    })
  })
})

describe('creating a person', () => {
  it('lets them in at once, without any mail', async () => {
    const email = newAddress('ana')
    const { data, error } = await people.createUser({
      email: email.toUpperCase(),
      password,
      email_confirm: true,
      user_metadata: { name: 'Ana' },
      app_metadata: { agency: 'north' },
    })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({
      email,
      role: 'authenticated',
      user_metadata: { name: 'Ana', email_verified: true },
      app_metadata: { agency: 'north', provider: 'email', providers: ['email'] },
    })
    expect(data.user?.identities).toMatchObject([{ provider: 'email', identity_data: { email, email_verified: true } }])
    expect(await mailsTo(email)).toHaveLength(0)
    const { user } = await signIn(email)
    expect(user.id).toBe(data.user?.id)
  })

  it('leaves them unconfirmed unless told otherwise', async () => {
    const email = newAddress('ben')
    await people.createUser({ email, password })
    await expect(signIn(email)).rejects.toMatchObject({ code: 'email_not_confirmed' })
  })

  it('takes the id it is given, and a phone', async () => {
    const id = randomUUID()
    const phone = `+49${Math.floor(Math.random() * 1e9) + 1e9}`
    const { data } = await people.createUser({ id, phone, phone_confirm: true })
    expect(data.user).toMatchObject({ id, email: '', phone: phone.slice(1), app_metadata: { provider: 'phone' } })
    expect(data.user?.phone_confirmed_at).toBeTruthy()
    const again = await people.createUser({ phone })
    expect(again.error).toMatchObject({ status: 422, code: 'phone_exists' })
  })

  it.each(['$2a$', '$2b$', '$2y$'])('takes a %s hash made elsewhere', async (prefix) => {
    const email = newAddress('imported')
    // A hash of "acme" with cost 6.
    const password_hash = `${prefix}06$61juAXX4k5MMXjpDTgfQPukp3lahBqsl5hgKN8cN27zm1ciXEY.bm`
    const { error } = await people.createUser({ email, password_hash, email_confirm: true })
    expect(error).toBeNull()
    await expect(signIn(email, 'acme')).resolves.toBeTruthy()
  })

  it('takes a hash of argon2, and none of a kind that nobody could sign in with', async () => {
    const email = newAddress('imported')
    const password_hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect((await people.createUser({ email, password_hash, email_confirm: true })).error).toBeNull()
    await expect(signIn(email, 'password')).resolves.toBeTruthy()
    await expect(signIn(email, 'wrong')).rejects.toMatchObject({ code: 'invalid_credentials' })
    const md5 = await people.createUser({ email: newAddress('md5'), password_hash: '$1$abc$def' })
    expect(md5.error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  it('is refused for an address that is taken', async () => {
    const { email } = await confirmedPerson('taken')
    expect((await people.createUser({ email, password })).error).toMatchObject({ status: 422, code: 'email_exists' })
  })

  it.each([
    [{ password }, 'Cannot create a user without either an email or phone'],
    [{ email: 'a@b.test', password, password_hash: 'x' }, 'Only a password or a password hash should be provided'],
    [{ email: 'a@b.test', id: '7' }, 'ID must conform to the uuid v4 format'],
  ])('refuses %o', async (body, message) => {
    expect(await asAdmin('POST', '/users', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message },
    })
  })
})

describe('changing a person', () => {
  it('sets a new password and ends all their sessions', async () => {
    const { email, user, session } = await signedInPerson('ana')
    const { error } = await people.updateUserById(user.id, { password: 'set by an admin' })
    expect(error).toBeNull()
    expect((await call('GET', '/user', { token: session.access_token })).body.code).toBe('session_not_found')
    await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' })
    await expect(signIn(email, 'set by an admin')).resolves.toBeTruthy()
  })

  it('refuses a weak password', async () => {
    const { user } = await signedInPerson('ben')
    expect((await people.updateUserById(user.id, { password: '123' })).error?.code).toBe('weak_password')
  })

  it('moves them to another address at once', async () => {
    const { user } = await signedInPerson('cleo')
    const email = newAddress('moved')
    const { data } = await people.updateUserById(user.id, { email, email_confirm: true })
    expect(data.user).toMatchObject({ email, identities: [{ identity_data: { email, email_verified: true } }] })
    await expect(signIn(email)).resolves.toBeTruthy()
    expect(await mailsTo(email)).toHaveLength(0)
  })

  it('merges metadata, and null takes a key away', async () => {
    const { user } = await signedInPerson('dora')
    await people.updateUserById(user.id, { user_metadata: { a: 1, b: 2 }, app_metadata: { tier: 'pro' } })
    const { data } = await people.updateUserById(user.id, { user_metadata: { a: null } })
    expect(data.user?.user_metadata).toMatchObject({ b: 2, name: 'dora' })
    expect(data.user?.user_metadata).not.toHaveProperty('a')
    expect(data.user?.app_metadata).toMatchObject({ tier: 'pro', provider: 'email' })
  })

  it('bans them from everything, until the ban is lifted', async () => {
    const { email, user, session } = await signedInPerson('emma')
    await people.updateUserById(user.id, { ban_duration: '1h30m' })
    expect(await call('GET', '/user', { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: 'user_banned', message: 'User is banned' },
    })
    await expect(signIn(email)).rejects.toMatchObject({ status: 400, code: 'user_banned' })
    const body = { refresh_token: session.refresh_token }
    expect(await call('POST', '/token?grant_type=refresh_token', { body })).toMatchObject({
      status: 400,
      body: { code: 'user_banned', message: 'Invalid Refresh Token: User Banned' },
    })
    await people.updateUserById(user.id, { ban_duration: 'none' })
    await expect(signIn(email)).resolves.toBeTruthy()
  })

  it('fails as a whole when the address is taken', async () => {
    const [{ user }, { email: taken }] = await Promise.all([signedInPerson('finn'), confirmedPerson('taken')])
    const body = { email: taken, user_metadata: { changed: true } }
    expect(await asAdmin('PUT', `/users/${user.id}`, body)).toMatchObject({
      status: 500,
      body: { code: 'unexpected_failure', message: 'Error updating user' },
    })
    expect((await people.getUserById(user.id)).data.user?.user_metadata).not.toHaveProperty('changed')
  })
})

describe('removing a person', () => {
  it('for good', async () => {
    const { email, user } = await signedInPerson('ana')
    expect(await asAdmin('DELETE', `/users/${user.id}`)).toMatchObject({ status: 200, body: {} })
    expect((await people.getUserById(user.id)).error?.code).toBe('user_not_found')
    expect((await people.createUser({ email, password })).error).toBeNull()
  })

  it('softly: the row stays, and tells nothing of them', async () => {
    const { email, user, session } = await signedInPerson('ben')
    const { error } = await people.deleteUser(user.id, true)
    expect(error).toBeNull()
    const { data } = await people.getUserById(user.id)
    expect(data.user).toMatchObject({ id: user.id, user_metadata: {}, app_metadata: {} })
    expect(data.user?.deleted_at).toBeTruthy()
    expect(JSON.stringify(data.user)).not.toContain(email)
    expect((await call('GET', '/user', { token: session.access_token })).status).toBe(403)
    expect((await people.createUser({ email, password })).error).toBeNull()
  })
})

describe('listing people', () => {
  it('page by page, so that the client can follow', async () => {
    const marker = randomUUID().slice(0, 8)
    for (const name of ['one', 'two', 'three']) await people.createUser({ email: `${name}-${marker}@list.test` })
    const { data, error } = await people.listUsers({ page: 1, perPage: 2 })
    expect(error).toBeNull()
    expect(data.users).toHaveLength(2)
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2 })

    const filtered = await asAdmin('GET', `/users?page=1&per_page=2&filter=${marker}&sort=created_at asc`)
    expect(filtered.headers.get('x-total-count')).toBe('3')
    expect(filtered.headers.get('link')).toBe(
      '</admin/users?page=2&per_page=2>; rel="next", </admin/users?page=2&per_page=2>; rel="last"',
    )
    const emails = filtered.body.users.map((user: { email: string }) => user.email)
    expect(emails).toEqual([`one-${marker}@list.test`, `two-${marker}@list.test`])
    expect(filtered.body.users[0]).toMatchObject({ identities: null })
    const last = await asAdmin('GET', `/users?page=2&per_page=2&filter=${marker}`)
    expect(last.headers.get('link')).toBe('</admin/users?page=2&per_page=2>; rel="last"')
    expect(last.body.users).toHaveLength(1)
  })

  it('with the parameters empty, as the client sends them', async () => {
    expect((await people.listUsers()).error).toBeNull()
    expect((await asAdmin('GET', '/users?page=&per_page=')).status).toBe(200)
    expect((await asAdmin('GET', '/users?page=x')).body.code).toBe('validation_failed')
  })
})
