import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { type Correspondence, placeMail, questionsOf, type SentMail } from './place-mail.ts'

const MARIA = 'maria@cornerbakery.example'
const [bakery, dental] = ['bakery', 'dental']

/** What was sent, newest first. The fixtures name these ids. */
const sent: readonly SentMail[] = [
  sentMail('1', MARIA, 'Please look at the front page', bakery),
  sentMail('2', MARIA, 'The new menu is online', bakery),
  { ...sentMail('3', MARIA, 'What North Light did for you', bakery), updateId: null },
  sentMail('4', 'hello@northlight.example', 'New enquiry from Vera Flower', null),
  sentMail('5', 'jo@hilltopdental.example', 'Your booking page', dental),
]

function sentMail(digit: string, recipient: string, subject: string, clientId: string | null): SentMail {
  const [d8, d4, d12] = [8, 3, 12].map((count) => digit.repeat(count))
  const updateId = clientId && `update of ${clientId}`
  return { id: `${d8}-${digit.repeat(4)}-4${d4}-8${d4}-${d12}`, recipient, subject, clientId, updateId }
}

/** What the database would say of a mail. */
function correspondenceOf({ ids, addresses }: ReturnType<typeof questionsOf>): Correspondence {
  const [sender = ''] = addresses
  return {
    sent: sent.filter(({ id, recipient }) => ids.includes(id) || addresses.includes(recipient)),
    senderIsOf: sender === MARIA ? [bakery] : [],
    senderIsOurs: sender.endsWith('@northlight.example') && !/^(no-reply|mailer-daemon)/.test(sender),
  }
}

/** Where each mail goes, in one line. */
async function placed(name: string): Promise<string> {
  const mail = await parseMail(asSent(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.eml`))))
  const placing = placeMail(mail, correspondenceOf(questionsOf(mail)))
  const numberOf = ({ id }: SentMail) => id[0]
  switch (placing.outcome) {
    case 'bounce':
      return placing.bounces.map(({ mail, reason }) => `bounce of ${numberOf(mail)}: ${reason}`).join('; ')
    case 'reply': {
      const files = mail.files.map(({ name, type }) => ` [${name} ${type}]`).join('')
      return `reply to ${numberOf(placing.mail)}${placing.isFromClient ? '' : ' (unconfirmed)'}: ${placing.words}${files}`
    }
    default:
      return `${placing.outcome}: ${placing.why}`
  }
}

/** Lines of a mail end with CR LF. */
const asSent = (file: Buffer) => Buffer.from(file.toString('latin1').replaceAll('\n', '\r\n'), 'latin1')

/** Where a colleague would put each mail of the fixtures. */
const expected: Readonly<Record<string, string>> = {
  'answer-to-another-mail': 'unplaced: no reply',
  'bounce-amazon-ses': 'bounce of 2: 550 5.4.1 Recipient address rejected: Access denied',
  'bounce-enquiry': 'bounce of 4: 554 5.7.0 Message rejected as spam',
  'bounce-exchange-online':
    'bounce of 2: 550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient maria@cornerbakery.example not found by SMTP address lookup',
  'bounce-exchange-without-original':
    'bounce of 5: 554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
  'bounce-exim': 'bounce of 5: 550 5.7.1 Mailbox disabled for this recipient',
  'bounce-gmail-address-not-found':
    "bounce of 2: 550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos or 550 5.1.1 unnecessary spaces. - gsmtp",
  'bounce-icloud-full': 'bounce of 3: 552 5.2.2 User is over quota',
  'bounce-of-somebody-else': 'unplaced: bounce',
  'bounce-outlook-com': 'bounce of 1: 550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
  'bounce-postfix':
    'bounce of 2: 550 5.1.1 <maria@cornerbakery.example>: Recipient address rejected: User unknown in virtual mailbox table',
  'bounce-postfix-headers-only':
    'bounce of 5: 5.4.4 Host or domain name not found. Name service error for name=hilltopdental.example type=A: Host not found',
  'bounce-qmail': 'bounce of 2: Remote host said: 550 sorry, no mailbox here by that name (#5.1.1)',
  'bounce-sendmail': 'bounce of 2: 550 5.1.1 <maria@cornerbakery.example>... User unknown',
  'charset-gb18030': 'reply to 2: 很好，谢谢。',
  'charset-iso-2022-jp': 'reply to 2: ありがとうございます。',
  'charset-koi8-r': 'reply to 2: Спасибо, всё хорошо.',
  'charset-unknown': 'reply to 2: The price is right now.',
  'charset-windows-1252': 'reply to 2: The café price is 3 €, not “2 €”.',
  'delay-gmail': 'refused: no failure',
  'delay-postfix': 'refused: no failure',
  delivered: 'refused: no failure',
  'forwarded-with-words': 'reply to 2: Please see below, I do not get the second line.',
  'forwarded-without-words': 'unplaced: empty',
  'html-only-phone': 'reply to 1: Please use the picture with both of us & the dog.\nThanks',
  'mailing-list': 'refused: automatic',
  'new-mail-of-the-client': 'unplaced: no reply',
  newsletter: 'refused: list',
  'our-own-mail': 'refused: ours',
  'read-receipt': 'refused: report',
  'reply-apple-mail': 'reply to 1: I will show it to my brother tonight.',
  'reply-french-apple': 'reply to 2: C’est parfait, merci à vous tous.',
  'reply-german-gmail': 'reply to 2: Schön geworden! Bitte noch die Öffnungszeiten ändern.',
  'reply-german-outlook': 'reply to 2: Danke, das passt so.',
  'reply-gmail': 'reply to 1: Looks great, but the sign in the picture is the old one.\n\nMaria',
  'reply-in-between': [
    'reply to 1: On 27/11/2026 09:12, North Light wrote:',
    '> The front page has a new picture. Do you like it?',
    'Yes, very much.',
    '> Shall we use it for the cards too?',
    'No, only for the page.',
  ].join('\n'),
  'reply-of-a-colleague': 'refused: ours',
  'reply-of-a-stranger': 'reply to 1 (unconfirmed): Maria asked me to look: all good from my side.',
  'reply-outlook-desktop': 'reply to 2: Thanks. Could you also add the lunch prices?',
  'reply-outlook-mobile': 'reply to 2: Perfect, thank you!',
  'reply-outlook-web-html': 'reply to 2: We close at 4 on Sundays, please change that.',
  'reply-thunderbird-below': 'reply to 2: The phone number is wrong, it ends in 12.',
  'reply-to-the-weekly-mail': 'reply to 3: Could we talk about December?',
  'reply-with-picture': 'reply to 1: Here is the new sign. [sign.png image/png]',
  'reply-without-ids': 'reply to 2: The link to the PDF is broken.',
  'round-in-circles': 'refused: loop',
  'ticket-system': 'refused: automatic',
  'vacation-by-subject': 'refused: automatic',
  'vacation-german-without-marks': 'refused: automatic',
  'vacation-gmail': 'refused: automatic',
  'vacation-outlook': 'refused: automatic',
  'words-that-look-like-a-bounce': 'reply to 2: You wrote that it was undeliverable, but I have it.',
}

it('has an expectation for every mail of the fixtures', () => {
  const names = readdirSync(join(import.meta.dirname, 'fixtures')).map((file) => file.replace(/\.eml$/, ''))
  expect(names.toSorted()).toEqual(Object.keys(expected).toSorted())
  expect(names.length).toBeGreaterThanOrEqual(40)
})

it.each(Object.entries(expected))('[incoming-mail.md#what-goes-where] places %s', async (name, place) => {
  expect(await placed(name)).toBe(place)
})
