import { describe, expect, it, vi } from 'vitest'
import { mailboxFull, queueBed, serverDown, unknownRecipient } from '../testing/queue-bed.ts'

const { database, sql, server, mails, due, written } = queueBed()

describe('a mail in the queue', () => {
  it('is there with what causes it, or not at all', async () => {
    const { queue } = server()
    const undone = database().transaction({}, async (tx) => {
      await queue.add(tx, { to: 'ana@north.test', subject: 'Never', text: '' })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await mails()).toEqual([])
  })

  it('is sent by whoever wrote it, and then by nobody else', async () => {
    const { queue, sent } = server()
    const mail = { to: 'ana@north.test', subject: 'Hello', text: 'a', html: '<p>a', replyTo: 'vic@bakery.test' }
    const id = await database().transaction({}, (tx) => queue.add(tx, mail))
    await queue.sendNow([id ?? ''])
    expect(sent).toEqual([{ id, ...mail }])
    await due()
    await queue.sendNow([id ?? ''])
    await server().queue.sendDue()
    expect(sent).toHaveLength(1)
    expect(await mails()).toMatchObject([{ state: 'sent', content: null, attempts: 1, ended_at: expect.any(Date) }])
  })

  it('is sent by another server where its own died, and by one of several', async () => {
    await written({ subject: 'one' }, { subject: 'two' }, { subject: 'three' })
    const patient = server()
    await patient.queue.sendDue()
    expect(patient.sent, 'left to their writer at first').toEqual([])
    await due()
    const several = [server(), server(), server()]
    await Promise.all(several.map(({ queue }) => queue.sendDue()))
    expect(several.flatMap(({ subjects }) => subjects()).sort()).toEqual(['one', 'three', 'two'])
  })

  it('that somebody was about to send when they died is sent within a minute', async () => {
    await written({})
    await due()
    const dying = server(() => new Promise<void>(() => {}))
    void dying.queue.sendDue()
    await vi.waitFor(async () => expect(await mails()).toMatchObject([{ attempts: 1 }]), { timeout: 20_000 })
    const { queue, sent } = server()
    await queue.sendDue()
    expect(sent).toEqual([])
    expect(await sql(`select mail.send_again(id) as done from mail.mails`), 'it is being sent').toEqual([
      { done: false },
    ])
    await sql(`update mail.mails set claimed_until = claimed_until - interval '50 seconds'`)
    await queue.sendDue()
    expect(sent).toHaveLength(1)
  })

  it('is queued once under its key', async () => {
    await written({ key: 'enquiry/1', subject: 'first' }, { key: 'enquiry/1', subject: 'second' })
    expect(await mails()).toMatchObject([{ subject: 'first' }])
  })

  it('is not lost while the database cannot write down that it was sent', async () => {
    await written({})
    await due()
    let isAway = false
    const { queue, sent } = server(() => {
      isAway = true
      setTimeout(() => {
        isAway = false
      }, 100)
    })
    const run = database().run.bind(database())
    const flaky = vi.spyOn(database(), 'run').mockImplementation(async (options, statement) => {
      if (isAway) throw new Error('away')
      return run(options, statement)
    })
    await queue.sendDue()
    flaky.mockRestore()
    expect(sent).toHaveLength(1)
    expect(await mails()).toMatchObject([{ state: 'sent' }])
  })
})

it('is not sent by another server while the one that is at it waits for an answer, however long that takes', async () => {
  await written({})
  await due()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const answered = Promise.withResolvers<void>()
  const slow = server(() => answered.promise)
  const sending = slow.queue.sendDue()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ attempts: 1 }]), { timeout: 20_000 })
  const other = server()
  for (let seconds = 0; seconds < 120; seconds += 10) {
    // Moves the claims into the past by as much as the time that passes.
    await sql(`update mail.mails set claimed_until = claimed_until - interval '10 seconds'`)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(
      async () =>
        expect(await sql(`select claimed_until > now() + interval '25 seconds' as renewed from mail.mails`)).toEqual([
          { renewed: true },
        ]),
      { timeout: 20_000 },
    )
    await other.queue.sendDue()
  }
  expect(other.sent).toEqual([])
  answered.resolve()
  await sending
  vi.useRealTimers()
  expect(await mails()).toMatchObject([{ state: 'sent', attempts: 1 }])
})

it('keeps nobody waiting for a mail server that takes its time', async () => {
  const later = Promise.withResolvers<void>()
  const { queue, sent } = server(() => later.promise)
  await queue.addAndSend({ to: 'ana@north.test', subject: 'Slow', text: '' })
  expect(sent).toEqual([])
  later.resolve()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ state: 'sent' }]), { timeout: 20_000 })
})

it('stops although a mail server does not answer, and leaves that mail to whoever comes later', async () => {
  await written({})
  await due()
  const { queue } = server(() => new Promise<void>(() => {}))
  queue.start()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ attempts: 1 }]), { timeout: 20_000 })
  await queue.stop()
  expect(await mails()).toMatchObject([{ state: 'waiting', content: { text: 'Hello' } }])
})

describe('a mail that is not taken', () => {
  it('is tried again after growing pauses, and given up after three days', async () => {
    await written({})
    const { queue } = server(() => Promise.reject(mailboxFull))
    const pauses: number[] = []
    for (let attempt = 0; attempt < 12; attempt++) {
      await due()
      await queue.sendDue()
      const [row] = await sql(`select round(extract(epoch from due_at - now()))::int as pause from mail.mails`)
      pauses.push(Number(row?.pause))
    }
    expect(pauses.slice(0, 4)).toEqual([30, 60, 120, 240])
    expect(pauses.at(-1)).toBe(4 * 60 * 60)
    expect(await mails()).toMatchObject([{ state: 'waiting', attempts: 12, failure: '452 mailbox full' }])
    await sql(`update mail.mails set due_at = now(), give_up_at = give_up_at - interval '3 days'`)
    await queue.sendDue()
    expect(await mails()).toMatchObject([{ state: 'undelivered', content: { text: 'Hello' } }])
  })

  it('for good is not tried again, until somebody says so', async () => {
    await written({})
    await due()
    await server(() => Promise.reject(unknownRecipient)).queue.sendDue()
    const [row] = await mails()
    expect(row).toMatchObject({ state: 'undelivered', failure: '550 no such mailbox' })
    const { queue, sent } = server()
    await due()
    await queue.sendDue()
    expect(sent).toEqual([])
    expect(await sql(`select mail.send_again('${row?.id}') as done`)).toEqual([{ done: true }])
    await queue.sendDue()
    expect(sent).toHaveLength(1)
    expect(await sql(`select mail.send_again('${row?.id}') as done`)).toEqual([{ done: false }])
  })

  it('holds up no other, unless the server takes none at all', async () => {
    await written({ subject: 'refused', urgency: 'code' }, { subject: 'taken' })
    await due()
    const picky = server(({ subject }) => (subject === 'refused' ? Promise.reject(mailboxFull) : undefined))
    await picky.queue.sendDue()
    expect(picky.subjects()).toEqual(['taken'])

    await sql('truncate mail.mails')
    await written({ subject: 'one' }, { subject: 'two' }, { subject: 'three' })
    await due()
    const gone = server(() => Promise.reject(serverDown))
    await gone.queue.sendDue()
    await gone.queue.sendDue()
    const attempts = (await mails()).map((row) => row.attempts)
    expect(attempts.sort(), 'one asked, the others waited').toEqual([0, 0, 1])
  })

  it('does not make the others wait either where the server is gone for it alone', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(0)
    await written({ subject: 'poison', urgency: 'code' }, { subject: 'sound', urgency: 'digest' })
    await due()
    const { queue, subjects } = server(({ subject }) => (subject === 'poison' ? Promise.reject(serverDown) : undefined))
    for (let minute = 1; minute < 4; minute++) {
      await queue.sendDue()
      vi.mocked(performance.now).mockReturnValue(minute * 600_000)
    }
    vi.restoreAllMocks()
    expect(subjects()).toEqual(['sound'])
  })
})

describe('when the mail server is back after an hour', () => {
  it('codes and links go first, then messages, invitations, reminders and digests', async () => {
    for (const urgency of ['digest', 'reminder', 'invitation', 'message', 'code'] as const) {
      await written({ urgency, subject: urgency }, { urgency, subject: urgency })
    }
    await written(
      { urgency: 'code', subject: 'expired', validUntil: new Date(Date.now() - 1) },
      { urgency: 'code', subject: 'expired soon', validUntil: new Date(Date.now() + 60_000) },
    )
    await sql(`update mail.mails set created_at = created_at - interval '1 hour', due_at = now(),
      valid_until = case when subject = 'expired soon' then now() end where subject <> 'expired'`)
    const { queue, subjects } = server()
    await queue.sendDue()
    const order = ['code', 'message', 'invitation', 'reminder', 'digest']
    expect(subjects()).toEqual(order.flatMap((urgency) => [urgency, urgency]))
    const dropped = await sql(`select state, content from mail.mails where subject like 'expired%'`)
    expect(dropped).toEqual([
      { state: 'expired', content: null },
      { state: 'expired', content: null },
    ])
  })
})

it('a mail that somebody sends again goes at once, though the queue has given the server a rest', async () => {
  await written({})
  await due()
  let isDown = true
  const { queue, sent } = server(() => (isDown ? Promise.reject(serverDown) : undefined))
  queue.start()
  await vi.waitFor(async () => expect(await mails()).toMatchObject([{ attempts: 1, failure: serverDown.message }]), {
    timeout: 20_000,
  })
  isDown = false
  const [row] = await mails()
  await sql(`select mail.send_again('${row?.id}')`)
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 })
  await queue.stop()
})
