import { createHash } from 'node:crypto'
import type { DNSResolver } from 'mailauth'
import { z } from 'zod'
import type { DataClient } from '../service-client.ts'
import { dropFiles, keepFiles } from './keep-files.ts'
import { cleanText, formsOf, type IncomingMail, type MailFile } from './placing/incoming-mail.ts'
import { parseMail } from './placing/parse-mail.ts'
import { type Correspondence, type Placing, placeMail, questionsOf } from './placing/place-mail.ts'
import { isSignedBySender } from './placing/verify-sender.ts'

/** A mail in the mailbox; without its source if the server does not give it. */
export type FetchedMail = { mailbox: string; validity: bigint; uid: number; source: Buffer | undefined }

/** A note has 10,000 characters at most, and names the files of a mail at its end. */
const MAX_WORDS = 9_000
const MAX_FILE_NAMES = 900
const MAX_FILE_NAME = 100
const MAX_WHOLE_TEXT = 100_000

const sentMails = z.array(
  z.object({ id: z.uuid(), recipient: z.string(), subject: z.string(), client_id: z.uuid().nullable() }),
)
const mailedUpdates = z.array(z.object({ message_id: z.uuid(), update_id: z.uuid() }))
const writersFound = z.tuple([z.object({ client_ids: z.array(z.uuid()), is_ours: z.boolean() })])
const taken = z.tuple([z.object({ outcome: z.string(), note: z.uuid().nullable() })])

/** Decides where a mail goes and stores that, once. Returns whether no person has to read the mail any more. */
export async function takeMail(
  db: DataClient,
  { source, ...fetched }: FetchedMail,
  resolver?: DNSResolver,
): Promise<boolean> {
  const mail = source && (await parseMail(source).catch(() => undefined))
  const decision = mail
    ? await decide(db, mail, source, resolver)
    : ({ outcome: 'unplaced', why: 'unreadable' } as const)
  const message = createHash('sha256')
    .update(mail?.messageId ?? source ?? `${fetched.mailbox} ${fetched.validity} ${fetched.uid}`)
    .digest('hex')
  // The files come first, so that they are there when the note appears on a colleague's screen.
  const files =
    mail && decision.outcome === 'reply' && decision.update !== null
      ? await keepFiles(db, { updateId: decision.update, message, files: mail.files })
      : []
  const store = (decision: object) =>
    db.rpc('take_incoming_mail', { ...fetched, validity: String(fetched.validity), message, decision })
  const first = await store(decision)
  // A mail that the database does not take, such as an answer to a client who was deleted meanwhile, would keep all later ones
  // from being read.
  const answer = isRefusal(first.error) ? await store({ outcome: 'unplaced', why: 'not stored' }) : first
  if (answer.error) throw answer.error
  const [{ outcome }] = taken.parse(answer.data)
  if (outcome === 'unplaced') await dropFiles(db, files)
  return outcome === 'reply' || outcome === 'bounce'
}

/** Whether the database refused the values (classes 22 and 23 of SQLSTATE), which it would do again. */
const isRefusal = (error: { code: string } | null) => error !== null && /^2[23]\w{3}$/.test(error.code)

/** The decision in the form of the function take_incoming_mail. */
async function decide(db: DataClient, mail: IncomingMail, source: Buffer, resolver?: DNSResolver) {
  const placing: Placing = placeMail(mail, await correspondenceOf(db, mail))
  if (placing.outcome === 'bounce') {
    return {
      outcome: 'bounce',
      bounces: placing.bounces.map(({ mail, reason }) => ({ sent: mail.id, reason })),
    } as const
  }
  if (placing.outcome !== 'reply') return placing
  const { mail: answered, isFromClient } = placing
  const words = cleanText(placing.words, MAX_WORDS)
  return {
    outcome: 'reply',
    sent: answered.id,
    update: answered.updateId,
    words: [words, attachedWords(mail.files)].filter(Boolean).join('\n\n'),
    whole_text: mail.text.trim() === words ? null : cleanText(mail.text.trim(), MAX_WHOLE_TEXT),
    sender_name: mail.from.name || null,
    sender_email: mail.from.address,
    is_confirmed: isFromClient && (await isSignedBySender(source, mail.from.address, resolver)),
  } as const
}

async function correspondenceOf(db: DataClient, mail: IncomingMail): Promise<Correspondence> {
  const sent = await db.rpc('sent_mails', questionsOf(mail))
  if (sent.error) throw sent.error
  const writers = await Promise.all(formsOf(mail.from.address).map((address) => writerOf(db, address)))
  const mails = sentMails.parse(sent.data)
  const updateOf = await updatesByMail(
    db,
    mails.map(({ id }) => id),
  )
  return {
    sent: mails.map(({ client_id, ...mail }) => ({
      ...mail,
      clientId: client_id,
      updateId: updateOf.get(mail.id) ?? null,
    })),
    senderIsOf: writers.flatMap(({ client_ids }) => client_ids),
    senderIsOurs: writers.some(({ is_ours }) => is_ours),
  }
}

async function writerOf(db: DataClient, address: string) {
  const { data, error } = await db.rpc('who_writes_from', { address })
  if (error) throw error
  const [writer] = writersFound.parse(data)
  return writer
}

/** The updates with which the mails of these ids were sent. */
async function updatesByMail(db: DataClient, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { data, error } = await db.from('client_mails').select('message_id, update_id').in('message_id', ids)
  if (error) throw error
  return new Map(mailedUpdates.parse(data).map(({ message_id, update_id }) => [message_id, update_id]))
}

const attachedWords = (files: readonly MailFile[]) =>
  files.length > 0
    ? cleanText(`Attached: ${files.map(({ name }) => cleanText(name, MAX_FILE_NAME)).join(', ')}`, MAX_FILE_NAMES)
    : ''
