import { describe, expect, it } from 'vitest'
import { ConfigError } from '../kernel/config/environment-variables.ts'
import { parseMailUrl, projectSmtpServer } from './mail-url.ts'
import { smtpSection } from './smtp-section.ts'

it('sends to the outbox without MAIL_URL', () => {
  expect(parseMailUrl(undefined)).toBeUndefined()
  expect(parseMailUrl('file:')).toBeUndefined()
})

it('reads host, port, TLS and the credentials', () => {
  expect(parseMailUrl('smtps://post%40north.test:p%40ss@mail.north.test')).toEqual({
    host: 'mail.north.test',
    port: 465,
    secure: true,
    requireTLS: false,
    auth: { user: 'post@north.test', pass: 'p@ss' },
  })
  expect(parseMailUrl('smtp://[::1]:2525')).toEqual({ host: '::1', port: 2525, secure: false, requireTLS: false })
})

it('speaks TLS from the first byte on its port, also where the address begins with smtp:', () => {
  expect(parseMailUrl('smtp://ana:secret@mail.north.test:465')).toMatchObject({ secure: true, requireTLS: false })
})

it('asks for TLS before it sends a password to another machine', () => {
  expect(parseMailUrl('smtp://ana:secret@mail.north.test')).toMatchObject({ port: 587, requireTLS: true })
  expect(parseMailUrl('smtp://ana:secret@localhost:1025')).toMatchObject({ requireTLS: false })
  expect(parseMailUrl('smtp://mail.north.test')).toMatchObject({ requireTLS: false })
})

it.each([
  ['mail.north.test', 'is not an address'],
  ['http://mail.north.test', 'starts with http:'],
  ['smtp://', 'names no host'],
  ['smtp://mail.north.test/?tls=off', 'nothing may follow the port'],
  ['smtp://ana@mail.north.test', 'a user needs a password'],
  ['smtp://ana:50%@mail.north.test', 'is written %25'],
])('refuses %s in one line that names MAIL_URL and never the password', (mailUrl, reason) => {
  const refused = () => parseMailUrl(mailUrl)
  expect(refused).toThrow(ConfigError)
  expect(refused).toThrow(new RegExp(`^MAIL_URL should be .*${reason}.*\\.$`))
  expect(refused).not.toThrow(/50%@/)
})

describe('the mail server of config.toml', () => {
  const serverOf = (smtp: object) => projectSmtpServer(smtpSection.parse(smtp))

  it('is one as soon as it is switched on', () => {
    const server = { host: 'mail.north.test', user: 'north', pass: 'secret' }
    expect(serverOf({})).toBeUndefined()
    expect(serverOf({ ...server, enabled: false })).toBeUndefined()
    expect(serverOf({ ...server, enabled: true })).toEqual({
      host: 'mail.north.test',
      port: 587,
      secure: false,
      requireTLS: true,
      auth: { user: 'north', pass: 'secret' },
    })
    expect(serverOf({ ...server, enabled: true, port: 465 })).toMatchObject({ secure: true, requireTLS: false })
    expect(serverOf({ enabled: true, host: 'localhost', port: 1025 })).toMatchObject({ requireTLS: false })
  })

  it.each([{}, { host: 'mail.north.test', user: 'north' }])('stops the start where it cannot be used: %o', (smtp) => {
    expect(() => serverOf({ ...smtp, enabled: true })).toThrow(/^config\.toml: auth\.email\.smtp/)
  })
})
