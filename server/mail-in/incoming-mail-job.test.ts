import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { engine } from '../../supabase/tests/engine.ts'
import { call } from '../../supabase/tests/functions-client.ts'
import { arrange, service } from '../../supabase/tests/people.ts'
import { createTestData, removeTestData, type TestData } from '../../supabase/tests/test-data.ts'
import { incomingMailJobs, mailboxHealth } from './incoming-mail-job.ts'
import { mailboxAddress } from './placing/mailbox-address.ts'
import { ImapServer } from './testing/imap-server.ts'

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))

const imap = new ImapServer()
const mailbox = mailboxAddress({ MAIL_IN_URL: await imap.start() })
afterAll(() => imap.stop())
afterEach(() => {
  vi.restoreAllMocks()
  imap.answers.length = 0
})

/** What each of several servers does when the job is due. */
const readMailbox = async () => {
  for (const job of incomingMailJobs(engineOfTests, mailbox)) await job.run(new AbortController().signal)
}
const engineOfTests = { ownUrl: engine.url, serviceRoleKey: engine.serviceRoleKey }

/** A client with an update that was mailed to them, and the id of that mail. */
async function mailedUpdate(update_type = 'progress') {
  const email = `maria.${crypto.randomUUID()}@bakery.test`
  const [client, project, update] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const agency_id = testData.agencies.north
  const { ben } = testData.people
  await arrange(
    service.from('clients').insert({ id: client, agency_id, name: 'Bakery', email, looked_after_by: ben.id }),
  )
  await arrange(
    service
      .from('projects')
      .insert({ id: project, agency_id, client_id: client, name: 'Site', project_type: 'maintenance' }),
  )
  await arrange(
    service.from('project_updates').insert({
      id: update,
      project_id: project,
      title: 'The menu',
      content: 'Done.',
      visibility: 'client',
      update_type,
    }),
  )
  await arrange(ben.db.from('client_mails').insert({ update_id: update, recipient: email }))
  await call(ben, 'mail-clients', {})
  return { client, update, email, messageId: await messageIdTo(email) }
}

async function messageIdTo(address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      for (const name of await readdir(engine.outboxDir)) {
        const mail = await readFile(join(engine.outboxDir, name), 'latin1')
        const [, id] = /^Message-ID: (<.+>)\r$/im.exec(mail) ?? []
        if (id && mail.includes(`To: ${address}`)) return id
      }
      throw new Error(`No mail to ${address} has left.`)
    },
    { timeout: 20_000 },
  )
}

const bounceOf = (messageId: string, address: string) => `Return-Path: <>
From: MAILER-DAEMON@mail.test
To: no-reply@north.test
Subject: Undelivered Mail Returned to Sender
Message-ID: <${crypto.randomUUID()}@mail.test>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.test

Final-Recipient: rfc822; ${address}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 User unknown

--b
Content-Type: text/rfc822-headers

Message-ID: ${messageId}
To: ${address}

--b--
`
const answerTo = (messageId: string, from: string) => `From: Maria Baker <${from}>
To: hello@north.test
Subject: Re: The menu
Message-ID: <${crypto.randomUUID()}@bakery.test>
In-Reply-To: ${messageId}

The prices are wrong. @Ben

> Done.
`

it('[incoming-mail.md#did-not-arrive] says at the update and the client that a mail did not arrive, until the address changes', async () => {
  const { client, update, email, messageId } = await mailedUpdate()
  const mail = imap.add(bounceOf(messageId, email))
  await readMailbox()
  const reason = '550 5.1.1 User unknown'
  const { ben } = testData.people
  const mails = ben.db.from('client_mails').select('return_reason, returned_at').eq('update_id', update).single()
  expect(await arrange(mails)).toEqual({ return_reason: reason, returned_at: expect.any(String) })
  const clients = ben.db.from('clients')
  const seen = () => arrange(clients.select('mail_return_reason').eq('id', client).single())
  expect(await seen()).toEqual({ mail_return_reason: reason })
  expect([...mail.flags]).toEqual(['\\Seen'])
  await arrange(clients.update({ email: `new.${email}` }).eq('id', client))
  expect(await seen()).toEqual({ mail_return_reason: null })
})

it('[incoming-mail.md#answers] adds an answer once as a note with its sender, and tells who looks after the client', async () => {
  const { client, update, email, messageId } = await mailedUpdate('review')
  const mail = imap.add(answerTo(messageId, email))
  await Promise.allSettled([readMailbox(), readMailbox(), readMailbox()])
  await readMailbox()
  const { ben } = testData.people
  const notes = await arrange(ben.db.from('client_notes').select().eq('client_id', client))
  expect(notes).toEqual([
    expect.objectContaining({
      note_text: 'The prices are wrong. @Ben',
      whole_text: 'The prices are wrong. @Ben\n\n> Done.',
      update_id: update,
      sender_name: 'Maria Baker',
      sender_email: email,
      // Nobody has signed the mail.
      is_confirmed: false,
      staff_id: null,
    }),
  ])
  const notices = ben.db.from('notices').select('actor_id').eq('client_note_id', notes[0]?.id)
  expect(await arrange(notices)).toEqual([{ actor_id: null }])
  expect([...mail.flags]).toEqual(['\\Seen'])
  expect(await arrange(service.from('update_answers').select().eq('update_id', update))).toEqual([])
})

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const attached = (name: string, type: string, base64: string) => `--f
Content-Type: ${type}
Content-Disposition: attachment; filename="${name}"
Content-Transfer-Encoding: base64

${base64}
`

it('[incoming-mail.md#files] keeps the files of an answer that an update could have, for the staff alone', async () => {
  const { client, update, email, messageId } = await mailedUpdate()
  const text = 'Content-Type: text/plain\n\nThe new sign.\n'
  const files = [
    attached('Sign.png', 'image/png', PNG),
    // The content is no picture, whatever its name says.
    attached('fake.png', 'image/png', Buffer.from('<script>').toString('base64')),
    attached('run.exe', 'application/octet-stream', Buffer.from('MZ').toString('base64')),
  ]
  const [head = ''] = answerTo(messageId, email).split('\n\n')
  imap.add(`${head}\nContent-Type: multipart/mixed; boundary="f"\n\n--f\n${text}${files.join('')}--f--\n`)
  await readMailbox()
  const { ben, cleo } = testData.people
  const [note] = await arrange(ben.db.from('client_notes').select('note_text').eq('client_id', client))
  expect(note?.note_text).toBe('The new sign.\n\nAttached: Sign.png, fake.png, run.exe')
  const namesFor = async ({ db }: typeof ben) =>
    (await db.storage.from('client-update-files').list(update)).data?.map(({ name }) => name)
  expect(await namesFor(ben)).toEqual([expect.stringMatching(/^mail-[0-9a-f]{16}-0_Sign\.png$/)])
  expect(await namesFor(cleo)).toEqual([])
  // The client's page shows only files with a row.
  expect(await arrange(ben.db.from('client_update_attachments').select().eq('update_id', update))).toEqual([])
})

it('[incoming-mail.md#mailbox] leaves unread what it cannot place, and asks for it once only', async () => {
  const mail = imap.add('From: Paper <news@paper.test>\nSubject: Envelopes\nMessage-ID: <1@paper.test>\n\nBuy now.\n')
  await readMailbox()
  imap.commands.length = 0
  await readMailbox()
  expect([...mail.flags]).toEqual([])
  expect(imap.commands.filter((command) => /FETCH|STORE/.test(command))).toEqual([])
})

it.each(['NO Server error while fetching messages', 'OK FETCH completed.'])(
  '[incoming-mail.md#mailbox] leaves a mail for people that the server does not give, and reads the next one: %s',
  async (answer) => {
    const { update, email, messageId } = await mailedUpdate()
    const unplaced = async () => (await mailboxHealth(engineOfTests, mailbox)[0]?.check())?.counts?.unplaced
    const before = await unplaced()
    const { uid } = imap.add('From: Maria\nSubject: Damaged\n\n')
    const deleted = imap.add('From: Maria\nSubject: Deleted\n\n')
    imap.add(answerTo(messageId, email))
    imap.answers.push([new RegExp(`^UID FETCH ${uid} `), answer], [new RegExp(`^UID FETCH ${deleted.uid} `), 'OK'])
    imap.answers.push([new RegExp(`^UID SEARCH UID ${deleted.uid}$`), 'OK'])
    await readMailbox()
    const { ben } = testData.people
    expect(await arrange(ben.db.from('client_notes').select('sender_email').eq('update_id', update))).toEqual([
      { sender_email: email },
    ])
    expect(await unplaced()).toBe(Number(before) + 1)
  },
)

it('[incoming-mail.md#mailbox] reads a mail again that the server does not give for a while', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  const { update, email, messageId } = await mailedUpdate()
  const { uid } = imap.add(answerTo(messageId, email))
  imap.answers.push([new RegExp(`^UID FETCH ${uid} `), 'NO [UNAVAILABLE] Try again later.'])
  await readMailbox()
  imap.answers.length = 0
  await readMailbox()
  const { ben } = testData.people
  expect(await arrange(ben.db.from('client_notes').select('sender_email').eq('update_id', update))).toEqual([
    { sender_email: email },
  ])
})

it('[incoming-mail.md#mailbox] reports a mailbox that refuses to be searched', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  imap.answers.push([/^UID SEARCH/, 'NO Server Unavailable. 15'])
  await readMailbox()
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('(it refuses to search)'))
  imap.answers.length = 0
  await readMailbox()
})

it.each([
  [/^LOGIN/, 'NO [AUTHENTICATIONFAILED] Invalid credentials', 'it refuses the password'],
  [/^LOGIN/, 'NO [UNAVAILABLE] Try again, reader', 'it refuses the sign-in: Try again, …'],
  [/^LOGIN/, 'NO Too many connections', 'it refuses the sign-in: Too many connections'],
  [/^SELECT/, 'NO Not selectable', 'it answers: Not selectable'],
])('[incoming-mail.md#mailbox] logs why the mailbox refuses %s with "%s"', async (command, answer, reason) => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'log').mockReturnValue()
  imap.answers.push([command, answer])
  await readMailbox()
  expect(warned).toHaveBeenCalledWith(expect.stringContaining(`(${reason})`))
  imap.answers.length = 0
  await readMailbox()
})

it('[incoming-mail.md#mailbox] names a folder that the mailbox does not have', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const other = mailbox && { ...mailbox, folder: 'Answers', name: `${mailbox.name} of answers` }
  imap.answers.push([/^SELECT/, 'NO Unknown mailbox'])
  for (const job of incomingMailJobs(engineOfTests, other)) await job.run(new AbortController().signal)
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('(it has no folder Answers)'))
})

it('[incoming-mail.md#mailbox] reports a mailbox that does not answer once, and reads it when it answers again', async () => {
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const said = vi.spyOn(console, 'log').mockReturnValue()
  const status = () => Promise.all(mailboxHealth(engineOfTests, mailbox).map((part) => part.check()))
  await imap.stop()
  await readMailbox()
  await readMailbox()
  expect(warned).toHaveBeenCalledTimes(1)
  expect(await status()).toEqual([{ status: 'no answer', counts: { unplaced: expect.any(Number) } }])
  await imap.start(mailbox?.port)
  await readMailbox()
  expect(said).toHaveBeenCalledWith('Mail: the mailbox of MAIL_IN_URL is read again.')
  expect(await status()).toMatchObject([{ status: 'ok' }])
})
