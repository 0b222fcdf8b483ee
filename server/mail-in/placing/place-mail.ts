import { comparableAddress, formsOf, type IncomingMail } from './incoming-mail.ts'
import { automaticReason } from './is-automatic.ts'
import { type Bounce, readBounces } from './read-bounce.ts'
import { withoutQuote } from './strip-quote.ts'

/** One of our mails. Its id is the first part of its Message-ID. */
export type SentMail = {
  id: string
  recipient: string
  subject: string
  /** The client whom it was for; null for mails to colleagues and to the agency. */
  clientId: string | null
  /** The update with which it was mailed; null for all others, such as the weekly mail. */
  updateId: string | null
}

/** What the database knows about the mails and people that an incoming mail names. */
export type Correspondence = {
  /** Our mails with one of the ids, and the latest ones to one of the addresses, newest first. */
  sent: readonly SentMail[]
  /** The clients of which the sender is one of the people. */
  senderIsOf: readonly string[]
  /** Whether the sender is an agency or one of its staff. */
  senderIsOurs: boolean
}

export type Placing =
  | { outcome: 'bounce'; bounces: readonly { mail: SentMail; reason: string }[] }
  | { outcome: 'reply'; mail: SentMail; words: string; isFromClient: boolean }
  /** Nobody needs to read it: `why` is one word for the log. */
  | { outcome: 'refused' | 'unplaced'; why: string }

/** The ids and addresses about which `placeMail` asks the database. */
export function questionsOf(mail: IncomingMail): { ids: string[]; addresses: string[] } {
  const bounces = readBounces(mail) ?? []
  const ids = [mail.messageId, ...mail.answersTo, ...bounces.flatMap(({ messageIds }) => messageIds)].flatMap(idOf)
  const named = [mail.from.address, ...bounces.flatMap(({ recipient }) => recipient ?? [])].filter(Boolean)
  const addresses = named.flatMap(formsOf)
  return { ids: [...new Set(ids)], addresses: [...new Set(addresses)] }
}

/** Decides where a mail goes, as a colleague would who reads it. */
export function placeMail(mail: IncomingMail, known: Correspondence): Placing {
  const bounces = readBounces(mail)
  if (bounces) return placeBounces(bounces, known)
  if (known.senderIsOurs || findById([mail.messageId], known)) return { outcome: 'refused', why: 'ours' }
  const automatic = automaticReason(mail)
  if (automatic !== undefined) return { outcome: 'refused', why: automatic }
  return placeReply(mail, known)
}

function placeBounces(bounces: readonly Bounce[], known: Correspondence): Placing {
  if (bounces.length === 0) return { outcome: 'refused', why: 'no failure' }
  const placed = new Map<string, { mail: SentMail; reason: string }>()
  for (const bounce of bounces) {
    const mail = findById(bounce.messageIds, known) ?? findUpdateBySubject(bounce, known)
    if (mail && !placed.has(mail.id)) placed.set(mail.id, { mail, reason: bounce.reason })
  }
  return placed.size > 0 ? { outcome: 'bounce', bounces: [...placed.values()] } : { outcome: 'unplaced', why: 'bounce' }
}

function placeReply(mail: IncomingMail, known: Correspondence): Placing {
  const isReply = mail.answersTo.length > 0 || REPLY.test(mail.subject)
  const named = findById(mail.answersTo.toReversed(), known)
  const possible = named ? [named] : isReply ? findBySubject(mail.from.address, mail.subject, known) : []
  const [answered] = possible
  if (!answered) return { outcome: 'unplaced', why: 'no reply' }
  // Two agencies may have written to one person with the same subject, and neither may read the answer to the other.
  if (isOfSeveralClients(possible)) return { outcome: 'unplaced', why: 'ambiguous' }
  if (answered.clientId === null) return { outcome: 'unplaced', why: 'no client' }
  const words = withoutQuote(mail.text)
  if (words === '' && mail.files.length === 0) return { outcome: 'unplaced', why: 'empty' }
  return { outcome: 'reply', mail: answered, words, isFromClient: known.senderIsOf.includes(answered.clientId) }
}

/** "Re:", "Fwd:" and their like in other languages, also numbered, and marks such as "[EXTERNAL]" and "EXTERNAL:". */
const REPLY =
  /^\s*(?:\[[^\]]{1,40}\]\s*)?(?:re|r|aw|antw|antwort|sv|svar|vs|rif|res|ref|odp|vá|ynt|απ|השב|תשובה|رد|回复|答复|回覆|返信|fwd?|wg|tr|rv|enc|i|vl|doorst|转发)\s*(?:[[(]\d+[\])])?\s*[:：]\s*/iu
const MARK = /^\s*(?:\[(?:ext|external|extern|externe?r?)[^\]]{0,30}\]|external\s*:)\s*/i

function withoutPrefixes(subject: string): string {
  const shorter = subject.replace(REPLY, '').replace(MARK, '')
  return shorter === subject ? subject.replace(/\s+/g, ' ').trim().toLowerCase() : withoutPrefixes(shorter)
}

function findById(ids: readonly (string | undefined)[], { sent }: Correspondence): SentMail | undefined {
  for (const id of ids.flatMap(idOf)) {
    const mail = sent.find((one) => one.id === id)
    if (mail) return mail
  }
  return undefined
}

/** The mails that a mail without ids may answer: some programs drop the ids, or a mail service has replaced ours. */
function findBySubject(recipient: string, subject: string, { sent }: Correspondence): SentMail[] {
  const bare = withoutPrefixes(subject)
  return sent.filter(
    (one) =>
      bare !== '' &&
      comparableAddress(one.recipient) === comparableAddress(recipient) &&
      withoutPrefixes(one.subject) === bare,
  )
}

/**
 * The mail of an update that a report without our id is about. Strangers know how our other mails begin, such as those about
 * their own enquiry, and could say that they did not arrive. With "Re:" it was a mail that somebody has written by hand.
 */
function findUpdateBySubject({ recipient, subject }: Bounce, known: Correspondence): SentMail | undefined {
  if (recipient === undefined || subject === undefined || REPLY.test(subject)) return undefined
  const possible = findBySubject(recipient, subject, known).filter(({ updateId }) => updateId !== null)
  return isOfSeveralClients(possible) ? undefined : possible[0]
}

const isOfSeveralClients = (mails: readonly SentMail[]) => new Set(mails.map(({ clientId }) => clientId)).size > 1

/** Our id in a Message-ID; nothing in one of somebody else's. */
const idOf = (messageId: string | undefined): string[] =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i
    .exec(messageId ?? '')
    ?.slice(1)
    .map((id) => id.toLowerCase()) ?? []
