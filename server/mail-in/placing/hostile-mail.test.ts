import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { placeMail, questionsOf, type SentMail } from './place-mail.ts'
import { withoutQuote } from './strip-quote.ts'

const MARIA = 'maria@bakery.example'
const IDS = { menu: '11111111-1111-4111-8111-111111111111', enquiry: '22222222-2222-4222-8222-222222222222' }
const MENU: SentMail = { id: IDS.menu, recipient: MARIA, subject: 'The menu', clientId: 'bakery', updateId: 'menu' }
const ENQUIRY: SentMail = {
  id: IDS.enquiry,
  recipient: 'hello@north.example',
  subject: 'New message from Eve',
  clientId: null,
  updateId: null,
}
const WEEKLY: SentMail = { ...MENU, id: IDS.enquiry, subject: '3 updates from North this week', updateId: null }

async function placing(mail: string, ...sent: SentMail[]) {
  const parsed = await parseMail(Buffer.from(mail.replaceAll('\n', '\r\n')))
  return placeMail(parsed, { sent, senderIsOf: ['bakery'], senderIsOurs: false })
}

type Report = { recipient: string; subject: string; id?: string; headers?: string }

/** A report about a mail that could not be delivered, as anybody can write one. */
const report = ({ recipient, subject, id = 'somebody@else.example', headers = '' }: Report) => `Return-Path: <>
From: MAILER-DAEMON@mail.example
Subject: Undelivered Mail Returned to Sender
${headers}Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example

Final-Recipient: rfc822; ${recipient}
Action: failed
Diagnostic-Code: smtp; 550 unknown

Final-Recipient: rfc822; second-${recipient}
Action: failed
Diagnostic-Code: smtp; 551 unknown too

--b
Content-Type: text/rfc822-headers

Message-ID: <${id}>
Subject: ${subject}

--b--
`
const bounceOf = (mail: SentMail) => ({ outcome: 'bounce', bounces: [{ mail, reason: '550 unknown' }] })
const unplaced = { outcome: 'unplaced', why: 'bounce' }

it('[incoming-mail.md#what-goes-where] believes a report without our id about an update alone', async () => {
  for (const { recipient, subject } of [ENQUIRY, WEEKLY])
    expect(await placing(report({ recipient, subject }), MENU, ENQUIRY, WEEKLY)).toEqual(unplaced)
  const named = report({ ...ENQUIRY, id: `${IDS.enquiry}@north.example` })
  expect(await placing(named, MENU, ENQUIRY)).toEqual(bounceOf(ENQUIRY))
  expect(await placing(report(MENU), MENU, ENQUIRY)).toEqual(bounceOf(MENU))
})

it('[incoming-mail.md#what-goes-where] does not take the report about a mail that a colleague wrote for one about ours', async () => {
  const subject = 'Re: The menu'
  const headers = `References: <${IDS.menu}@north.example> <by-hand@north.example>\n`
  expect(await placing(report({ recipient: MARIA, subject, id: 'by-hand@north.example', headers }), MENU)).toEqual(
    unplaced,
  )
})

it('[incoming-mail.md#what-goes-where] takes an answer for one if a report is attached to it', async () => {
  const [, attached = ''] = report({ recipient: 'supplier@paper.example', subject: 'Order' }).split('\n\n--b\n')
  const mail = `Return-Path: <${MARIA}>
From: ${MARIA}
Subject: Re: The menu
In-Reply-To: <${IDS.menu}@north.example>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: text/plain

What is this?
--b
${attached}`
  expect(await placing(mail, MENU)).toMatchObject({ outcome: 'reply', mail: MENU, words: 'What is this?' })
})

it('[incoming-mail.md#what-goes-where] leaves an answer for people whose subject two agencies have used', async () => {
  const mail = `From: ${MARIA}\nSubject: Re: The menu\n\nThanks.\n`
  const other: SentMail = { ...MENU, id: IDS.enquiry, clientId: 'client of another agency' }
  expect(await placing(mail, other, MENU)).toEqual({ outcome: 'unplaced', why: 'ambiguous' })
  expect(await placing(mail, { ...other, clientId: MENU.clientId }, MENU)).toMatchObject({ outcome: 'reply' })
})

it('[incoming-mail.md#mailbox] reads no characters that the database cannot store', async () => {
  const nul = Buffer.from('a\0b').toString('base64')
  // The first half of a character of two halves, in UTF-16.
  const half = Buffer.from('a\ud83d', 'utf16le').toString('base64')
  const mail = report({ recipient: 'a\0b@mail.example', subject: `=?utf-8?B?${nul}?=` })
    .replace('MAILER-DAEMON', `=?utf-16le?B?${half}?= <a\0b`)
    .replace('550 unknown', '550 \0')
  const parsed = await parseMail(Buffer.from(mail))
  const texts = JSON.stringify([questionsOf(parsed), parsed.from, parsed.report, [...parsed.headers]])
  expect(texts).not.toMatch(/\\u0000|\\ud83d/i)
  const long = await parseMail(
    Buffer.from(`From: ${MARIA}\nContent-Type: text/plain; charset=utf-8\n\n${'x'.repeat(199_999)}😀`),
  )
  expect(long.text.isWellFormed()).toBe(true)
})

it.each([
  ['References', 'a'.repeat(900_000)],
  ['X-Failed-Recipients', 'a'.repeat(900_000)],
  ['Subject', 'Re: '.repeat(200_000)],
])('[incoming-mail.md#mailbox] reads a mail with a %s of a megabyte', async (name, value) => {
  expect(await placing(`From: ${MARIA}\n${name}: ${value}\n\nHello.\n`, MENU)).toMatchObject({ outcome: 'unplaced' })
})

it('[incoming-mail.md#answers] keeps a text whole that was written to keep the patterns for quotes busy', () => {
  const text = '1234from<'.repeat(2_000)
  expect(withoutQuote(text)).toBe(text)
})

it('[incoming-mail.md#answers] shows names of senders and files in one line, in the order in which they are written', async () => {
  const mail = `From: =?utf-8?Q?Maria=0AUnconfirmed=E2=80=AE?= <${MARIA}>
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''sign%0A%E2%80%AEfdp.exe

x
--b--
`
  const { from, files } = await parseMail(Buffer.from(mail))
  expect([from.name, files[0]?.name]).toEqual(['Maria Unconfirmed', 'sign fdp.exe'])
})

const QUOTES = {
  dutch: 'Op vr 27 nov 2026 om 09:12 schreef North Light <hello@north.example>:\n\n> Klaar.\n',
  chinese: '在 2026年11月27日 09:12，North Light <hello@north.example> 写道：\n> 完成\n',
  english: 'On Fri, Nov 27, 2026 at 9:12 AM North Light <hello@north.example>\nwrote:\n\n> Done\n',
  polish: 'W dniu 27.11.2026 o 09:12, North Light pisze:\n> Gotowe\n',
}
it.each([
  ['Op de homepage staat nog de oude prijs.', QUOTES.dutch],
  ['Dank je!\n\nOp de homepage staat nog de oude prijs.', QUOTES.dutch],
  ['在首页上请换成新的照片。\n\n谢谢', QUOTES.chinese],
  ['W dniu otwarcia podajcie godziny.\n\nReszta ok.', QUOTES.polish],
  ['On the front page please use the old photo.', QUOTES.english],
  ['Please change the event:\nFrom: 9 am\nTo: 5 pm\nDate: 12 December\nThe rest is fine.', QUOTES.english],
  ['De: 10h <b>\nThe rest is fine.', QUOTES.english],
  ['1. The menu is wrong\n---\n2. The price is 3', QUOTES.english],
  ['The menu is wrong\n---\nThe price is 3\n---\nThe phone ends in 12', QUOTES.english],
])('[incoming-mail.md#answers] keeps what only looks like a quote or a signature: %s', (words, quote) => {
  for (const between of ['\n', '\n\n']) expect(withoutQuote(`${words}${between}${quote}`)).toBe(words)
  expect(withoutQuote(words)).toBe(words)
})

it('[incoming-mail.md#answers] leaves out a signature below a line of dashes', () => {
  expect(withoutQuote(`All good.\n\n---\nMaria Baker\nCorner Bakery\n\n${QUOTES.english}`)).toBe('All good.')
})

it('[incoming-mail.md#what-goes-where] does not take a report that names our update among others for one about it', async () => {
  const thread = `<${IDS.menu}@north.example> <answer@bakery.example> <by-hand@north.example>`
  const head = `Return-Path: <>\nFrom: MAILER-DAEMON@north.example\nReferences: ${thread}\n`
  const withoutOriginal = `${head}In-Reply-To: <by-hand@north.example>
Subject: Undeliverable: Re: The menu
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; north.example

Final-Recipient: rfc822; tom@printer.example
Action: failed
Diagnostic-Code: smtp; 550 unknown

--b--
`
  const withCopy = `${head}X-Failed-Recipients: tom@printer.example
Subject: Mail delivery failed: returning message to sender

  tom@printer.example
    550 unknown

------ This is a copy of the message, including all the headers. ------

Message-ID: <by-hand@north.example>
Subject: Re: The menu
To: tom@printer.example
`
  for (const mail of [withoutOriginal, withCopy]) expect(await placing(mail, MENU)).toEqual(unplaced)
  const ours = withoutOriginal.replace('In-Reply-To: <by-hand@', `In-Reply-To: <${IDS.menu}@`)
  expect(await placing(ours, MENU)).toEqual(bounceOf(MENU))
})

it.each(['R', 'Ynt', 'YNT', 'Vá', 'Svar', 'ΑΠ', 'Απ', 'השב', 'رد', 'RE: EXTERNAL', 'RE: [EXTERNAL] Re'])(
  '[incoming-mail.md#what-goes-where] places an answer without our id by a subject after "%s:"',
  async (prefix) => {
    const subject = `=?utf-8?B?${Buffer.from(`${prefix}: The menu`).toString('base64')}?=`
    const mail = `From: ${MARIA}\nSubject: ${subject}\n\nThanks.\n`
    expect(await placing(mail, MENU)).toMatchObject({ outcome: 'reply', mail: MENU })
  },
)

it.each(['maria@xn--bckerei-5wa.example', 'maria@bäckerei.example'])(
  '[incoming-mail.md#what-goes-where] places an answer from %s, whichever form the database holds',
  async (address) => {
    const mail = `From: ${address}\nSubject: Re: The menu\n\nThanks.\n`
    const { addresses } = questionsOf(await parseMail(Buffer.from(mail)))
    expect(addresses).toEqual(['maria@xn--bckerei-5wa.example', 'maria@bäckerei.example'])
    for (const recipient of addresses)
      expect(await placing(mail, { ...MENU, recipient })).toMatchObject({ outcome: 'reply' })
  },
)

it('[incoming-mail.md#files] keeps a picture that was pasted into the text, and no icon of a signature', async () => {
  const picture = (name: string, bytes: number) => `--b
Content-Type: image/png; name="${name}"
Content-Disposition: inline; filename="${name}"
Content-Transfer-Encoding: base64
Content-ID: <${name}@bakery.example>

${Buffer.alloc(bytes).toString('base64')}
`
  const mail = `From: ${MARIA}
Content-Type: multipart/related; type="text/html"; boundary="b"

--b
Content-Type: text/html

<p>Please use this logo: <img src="cid:logo.png@bakery.example"></p>
${picture('logo.png', 20_000)}${picture('icon.png', 2_000)}--b
Content-Type: application/pdf
Content-Disposition: attachment; filename="menu.pdf"

%PDF
--b--
`
  const { files } = await parseMail(Buffer.from(mail.replaceAll('\n', '\r\n')))
  expect(files.map(({ name }) => name)).toEqual(['logo.png', 'menu.pdf'])
})
