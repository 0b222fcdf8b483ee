import { expect, it } from 'vitest'
import { mailboxAddress } from './mailbox-address.ts'

const parse = (MAIL_IN_URL?: string) => mailboxAddress({ ...(MAIL_IN_URL !== undefined && { MAIL_IN_URL }) })

it('reads no mailbox without MAIL_IN_URL', () => {
  expect(parse()).toBeUndefined()
  expect(parse('')).toBeUndefined()
})

it('reads the inbox over TLS, or a folder that the address names', () => {
  expect(parse('imaps://mail%40north.test:p%25ss@imap.north.test')).toEqual({
    host: 'imap.north.test',
    port: 993,
    secure: true,
    requiresTls: false,
    auth: { user: 'mail@north.test', pass: 'p%ss' },
    folder: 'INBOX',
    name: 'mail@north.test@imap.north.test/INBOX',
  })
  expect(parse('imap://a:b@mail.test/Replies%2F2026')).toMatchObject({
    port: 143,
    requiresTls: true,
    folder: 'Replies/2026',
  })
  expect(parse('imap://a:b@localhost:1143')).toMatchObject({ port: 1143, requiresTls: false })
})

it('speaks TLS from the first byte on its port, also where the address begins with imap:', () => {
  expect(parse('imap://a:b@mail.test:993')).toMatchObject({ port: 993, secure: true, requiresTls: false })
})

it.each([
  'smtp://a:b@c',
  'imaps://mail.test',
  'imaps://a@mail.test',
  'imaps://a:b@mail.test?x=1',
  'imaps://a:%@mail.test',
  'secret',
])('refuses %s without repeating it', (address) => {
  expect(() => parse(address)).toThrow(/^MAIL_IN_URL should be imaps:/)
  expect(() => parse(address)).not.toThrow('secret')
})
