import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HealthReport } from '../health/health.ts'
import type { Mail } from '../mail/mailer.ts'
import { AlertMails } from './alert-mails.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-alarm-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A server whose parts are as the test says. */
function watched() {
  const parts: Record<string, string> = { database: 'ok', disk: 'ok' }
  const mails: Mail[] = []
  const send = vi.fn(async (mail: Mail) => void mails.push(mail))
  const recipients = vi.fn(async () => ['ana@north.test'])
  const report = async (): Promise<HealthReport> => ({
    status: 'degraded',
    parts: Object.fromEntries(Object.entries(parts).map(([part, status]) => [part, { status, ms: 1 }])),
  })
  const warn = vi.fn<(message: string) => void>()
  const start = () =>
    new AlertMails(
      { health: { report }, mailer: { send }, log: { error: vi.fn(), warn } },
      { name: 'Shop', url: 'https://shop.test', server: 'one:3000', file: join(folder, 'alarm.json'), recipients },
    )
  return { parts, mails, send, recipients, warn, start }
}

describe('whoever looks after the server is told', () => {
  it('of what stays amiss for five minutes, once a day, and when all is well again', async () => {
    const { parts, mails, start } = watched()
    const alarm = start()
    await alarm.check(0)
    parts.disk = 'low'
    await alarm.check(HOUR)
    await alarm.check(HOUR + 4 * MINUTE)
    expect(mails).toEqual([])
    await alarm.check(HOUR + 5 * MINUTE)
    await alarm.check(HOUR + 6 * MINUTE)
    expect(mails).toMatchObject([{ to: 'ana@north.test', subject: 'Shop needs you: disk' }])
    expect(mails[0]?.text).toContain('disk: low. Less than 512 MB of room is left.')
    await alarm.check(26 * HOUR)
    expect(mails).toHaveLength(2)
    parts.disk = 'ok'
    await alarm.check(27 * HOUR)
    await alarm.check(28 * HOUR)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Shop needs you: disk',
      'Shop needs you: disk',
      'Shop is well again',
    ])
  })

  it('not of what comes and goes', async () => {
    const { parts, mails, start } = watched()
    const alarm = start()
    for (let minute = 0; minute < 60; minute += 3) {
      parts.redis = minute % 2 === 0 ? 'no answer' : 'ok'
      await alarm.check(minute * MINUTE)
    }
    expect(mails).toEqual([])
  })

  it('of a late backup at once, and not of one that is still to come, or of mails that could not be delivered', async () => {
    const { parts, mails, start } = watched()
    const alarm = start()
    Object.assign(parts, { backup: 'none', mails: 'undelivered' })
    await alarm.check(HOUR)
    await alarm.check(2 * HOUR)
    expect(mails).toEqual([])
    parts.backup = 'late'
    await alarm.check(3 * HOUR)
    expect(mails).toMatchObject([{ subject: 'Shop needs you: backup' }])
  })

  it('while the database is away, where nobody can be looked up', async () => {
    const { parts, mails, recipients, start } = watched()
    const alarm = start()
    await alarm.check(0)
    Object.assign(parts, { database: 'no answer', files: 'no answer', backup: 'no answer' })
    recipients.mockRejectedValue(new Error('The database is away.'))
    await alarm.check(HOUR)
    await alarm.check(2 * HOUR)
    expect(mails).toMatchObject([{ to: 'ana@north.test', subject: 'Shop needs you: database' }])
  })

  it('once there is an address that a mail can reach; until then the log says it once', async () => {
    const { parts, mails, recipients, warn, start } = watched()
    recipients.mockResolvedValue([])
    parts.disk = 'full'
    const alarm = start()
    for (const hour of [1, 2, 3, 4]) await alarm.check(hour * HOUR)
    expect(mails).toEqual([])
    expect(warn.mock.calls).toEqual([[expect.stringContaining('Nobody can be mailed that this is failing: disk.')]])
    recipients.mockResolvedValue(['ana@north.test'])
    await alarm.check(5 * HOUR)
    expect(mails).toMatchObject([{ to: 'ana@north.test', subject: 'Shop needs you: disk' }])
  })

  it('not again by a server that was started anew', async () => {
    const { parts, mails, start } = watched()
    parts.disk = 'full'
    const alarm = start()
    const again = start()
    for (const time of [HOUR, 2 * HOUR]) await alarm.check(time)
    for (const time of [3 * HOUR, 4 * HOUR]) await again.check(time)
    expect(mails).toHaveLength(1)
  })

  it('later, where the mail could not be sent', async () => {
    const { parts, mails, send, start } = watched()
    const alarm = start()
    parts.disk = 'full'
    await alarm.check(HOUR)
    send.mockRejectedValueOnce(new Error('The mail server is away.'))
    await expect(alarm.check(2 * HOUR)).rejects.toThrow('The mail server is away.')
    await alarm.check(2 * HOUR + MINUTE)
    expect(mails).toHaveLength(1)
  })
})
