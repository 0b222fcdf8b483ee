import { createClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { takeMail } from './take-mail.ts'

const [mail, client, update] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const PDF = 'Content-Type: application/pdf\nContent-Disposition: attachment; filename="sign.pdf"\n\n%PDF-1.4\n'
const ANSWER = `From: Maria <maria@bakery.test>
Subject: Re: The menu
Message-ID: <1@bakery.test>
In-Reply-To: <${mail}@north.test>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

Thanks.
--b
${PDF}--b--
`

/** Takes the answer in a database that answers so to each attempt to store it. Returns what was stored and removed. */
const take = (...answers: (() => Response)[]) => takeFrom({}, ...answers)

type Changed = { source?: string; upload?: () => Response }

async function takeFrom({ source = ANSWER, upload }: Changed, ...answers: (() => Response)[]) {
  const decisions: unknown[] = []
  const files: string[] = []
  const db = createClient('http://database.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch: async (input, init) => {
        const request = new Request(input, init)
        const path = new URL(request.url).pathname
        if (path.endsWith('/sent_mails'))
          return Response.json([{ id: mail, recipient: 'maria@bakery.test', subject: 'The menu', client_id: client }])
        if (path.endsWith('/who_writes_from')) return Response.json([{ client_ids: [client], is_ours: false }])
        if (path.endsWith('/client_mails')) return Response.json([{ message_id: mail, update_id: update }])
        if (path.includes('/storage/v1/object/list/')) return Response.json([])
        if (path.startsWith('/storage/')) {
          files.push(request.method)
          if (upload && request.method === 'POST') return upload()
          return Response.json(request.method === 'DELETE' ? [] : { Key: 'key', Id: 'id' })
        }
        decisions.push(JSON.parse(await request.text()).decision)
        return answers.shift()?.() ?? Response.error()
      },
    },
  })
  const place = { mailbox: 'box', validity: 1n, uid: 1, source: Buffer.from(source.replaceAll('\n', '\r\n')) }
  const isDone = await takeMail(db, place).catch(() => 'thrown')
  return { isDone, decisions, files }
}
const reply = expect.objectContaining({ outcome: 'reply', sent: mail, words: 'Thanks.\n\nAttached: sign.pdf' })
const outcome = (outcome: string) => () => Response.json([{ outcome, note: null }])
const refusal = (code: string) => () =>
  Response.json({ code, message: 'No.', details: null, hint: null }, { status: 409 })

it('[incoming-mail.md#files] keeps the files of an answer, but not of one too many', async () => {
  expect(await take(outcome('reply'))).toEqual({ isDone: true, decisions: [reply], files: ['POST'] })
  expect(await take(outcome('unplaced'))).toEqual({ isDone: false, decisions: [reply], files: ['POST', 'DELETE'] })
})

it('[incoming-mail.md#mailbox] leaves a mail for people that the database refuses, and tries again if it does not answer', async () => {
  const left = { outcome: 'unplaced', why: 'not stored' }
  expect(await take(refusal('23503'), outcome('unplaced'))).toMatchObject({ isDone: false, decisions: [reply, left] })
  expect(await take(refusal('57014'))).toMatchObject({ isDone: 'thrown', decisions: [reply] })
})

it('[incoming-mail.md#files] reads a mail again whose files Storage could not keep, but not one whose files it refuses', async () => {
  const upload = (statusCode: number) => () =>
    Response.json({ statusCode: String(statusCode), error: 'Error', message: 'No.' }, { status: statusCode })
  const unreachable = () => {
    throw new TypeError('fetch failed')
  }
  for (const failure of [upload(503), upload(429), unreachable])
    expect(await takeFrom({ upload: failure })).toMatchObject({ isDone: 'thrown', decisions: [] })
  // A repetition finds the files that the first attempt has stored.
  for (const refusal of [upload(409), upload(415)])
    expect(await takeFrom({ upload: refusal }, outcome('reply'))).toMatchObject({ isDone: true, decisions: [reply] })
})

it('[incoming-mail.md#answers] keeps the whole text of an answer whose end does not fit a note', async () => {
  const long = Array.from({ length: 300 }, (_, line) => `Line ${line} of my long answer to you here`).join('\n')
  for (const [text, whole] of [
    [long, long],
    ['Thanks.', null],
  ]) {
    const { decisions } = await takeFrom({ source: ANSWER.replace('Thanks.', () => text ?? '') }, outcome('reply'))
    expect(decisions).toEqual([expect.objectContaining({ whole_text: whole })])
  }
})
