import { TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { matchingTimeStep, newSecret, qrCode, totpUri } from './totp-codes.ts'

describe('a code of an authenticator app', () => {
  // The clock is stopped, so that no time step ends between creating a code and trying it.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const secret = newSecret()
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + seconds * 1000 })

  it('is accepted now, and one step of 30 seconds earlier or later', () => {
    const now = Math.floor(Date.now() / 30_000)
    expect([-30, 0, 30].map((seconds) => matchingTimeStep(secret, codeAt(seconds)))).toEqual([now - 1, now, now + 1])
  })

  it.each([-90, 90])('is refused %s seconds off', (seconds) => {
    expect(matchingTimeStep(secret, codeAt(seconds))).toBeUndefined()
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '+12345'])('is refused as %j', (code) => {
    expect(matchingTimeStep(secret, code)).toBeUndefined()
  })
})

it('makes secrets of 160 bits without padding', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

it('tells the app whose secret it is', () => {
  const uri = new URL(totpUri('JBSWY3DPEHPK3PXP', 'ana+x@north.test', 'Main & Street'))
  expect(uri.href).toMatch(/^otpauth:\/\/totp\//)
  expect(decodeURIComponent(uri.pathname)).toContain('Main & Street:ana+x@north.test')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Main & Street',
    secret: 'JBSWY3DPEHPK3PXP',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

it('draws markup that survives in a data URI', () => {
  const svg = qrCode(totpUri(newSecret(), 'ana@north.test', 'localhost:3000'))
  expect(svg).toMatch(/^<svg [^>]*viewBox/)
  expect(svg).not.toContain('#')
})
