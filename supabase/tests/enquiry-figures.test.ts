import { afterAll, expect, it } from 'vitest'
import { arrange, service, signIn, visitor } from './people.ts'

const email = `${crypto.randomUUID()}@isolation.test`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const add = (count: number, columns: Record<string, unknown>) => {
  const rows = Array.from({ length: count }, () => ({
    name: 'Grace Kim',
    business_name: 'Kim’s',
    email,
    phone: '555',
    service: 'website',
    message: crypto.randomUUID(),
    notified_at: new Date().toISOString(),
    reminded_at: new Date().toISOString(),
    ...columns,
  }))
  return arrange(service.from('contact_submissions').insert(rows))
}

afterAll(async () => {
  await arrange(service.from('contact_submissions').delete().eq('email', email))
})

it('[enquiries.md#numbers] counts what waits, also what is set aside, what is late, and takes the median of the answers', async () => {
  const { db } = await signIn('ben@north.test')
  const figures = async () => {
    const asked = db.rpc('enquiry_figures', { reply_hours: 24 }, { get: true })
    const [row]: Record<'waiting' | 'late' | 'set_aside' | 'median_seconds', number>[] = await arrange(asked)
    return row
  }
  const before = await figures()
  await add(100, { created_at: hoursAgo(23) })
  await add(100, { created_at: hoursAgo(25), state: 'taken', suspicions: ['links'] })
  await add(100, { created_at: hoursAgo(48), suspicions: ['trap'] })
  const answered_at = hoursAgo(20)
  const received = new Date(Date.parse(answered_at) - 5 * 3_600_000).toISOString()
  await add(500, { created_at: received, state: 'answered', answered_at })
  // Enquiries that are too old for the figures.
  await add(600, { created_at: hoursAgo(24 * 60), state: 'answered', answered_at: hoursAgo(24 * 31) })
  const after = await figures()

  const gained = (name: 'waiting' | 'late' | 'set_aside') => Number(after?.[name]) - Number(before?.[name])
  // The count is compared with some tolerance, since other tests add messages at the same time.
  expect(Math.abs(gained('waiting') - 300)).toBeLessThan(40)
  expect(Math.abs(gained('late') - 200)).toBeLessThan(40)
  expect(Math.abs(gained('set_aside') - 100)).toBeLessThan(40)
  expect(after?.median_seconds).toBe(18_000)
})

it('[enquiries.md#access] tells nothing of them to staff of another agency, and is closed to visitors', async () => {
  const { db } = await signIn('cleo@south.test')
  const nothing = { waiting: 0, late: 0, set_aside: 0, median_seconds: null, calls_came: 0, calls_missed: 0 }
  expect(await arrange(db.rpc('enquiry_figures', { reply_hours: 24 }).single())).toEqual(nothing)
  const { error } = await visitor.db.rpc('enquiry_figures', { reply_hours: 24 })
  expect(error?.code).toBe('42501')
})
