import { ImapFlow, type SearchObject } from 'imapflow'
import { z } from 'zod'
import type { MailboxAddress } from './placing/mailbox-address.ts'

type MailboxReader = {
  /** The number of the last mail that was read; 0 if none was, or the numbers have changed since. */
  readUpTo(validity: bigint): Promise<number>
  /** Takes a mail, or that the server does not give it. Returns whether it was placed, so that no person has to read it. */
  take(validity: bigint, uid: number, source: Buffer | undefined): Promise<boolean>
}

const TIMEOUT_MS = 30_000
/** At the first start mails are read that are at most so old. */
const FIRST_READ_DAYS = 14
/** The others are read the next time, so that a full mailbox does not keep the job busy for long. */
const MAX_AT_A_TIME = 200
/** Mail servers accept some 25 MB. The end of a larger mail is cut off. */
const MAX_BYTES = 30_000_000

/**
 * Reads the mails that came since the last time, the oldest first. A placed mail is marked as read; all others stay as
 * they are, and none is deleted or moved.
 */
export async function readMailbox(mailbox: MailboxAddress, { readUpTo, take }: MailboxReader, signal: AbortSignal) {
  const client = new ImapFlow({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.secure,
    ...(mailbox.requiresTls && { doSTARTTLS: true }),
    auth: mailbox.auth,
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  // An error without a listener would end the process; the command that is running rejects with it too.
  client.on('error', () => undefined)
  const end = () => client.close()
  signal.addEventListener('abort', end)
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(mailbox.folder)
    for (const uid of await newUids(client, await readUpTo(uidValidity))) {
      signal.throwIfAborted()
      const source = await sourceOf(client, uid)
      if (source === undefined && !(await uidsOf(client, { uid: String(uid) })).includes(uid)) continue
      if (await take(uidValidity, uid, source)) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
    await client.logout()
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
}

/**
 * The source of a mail; undefined if it was deleted since, or the server does not give it: some refuse a damaged mail, and others
 * leave it out of their answer.
 */
async function sourceOf(client: ImapFlow, uid: number): Promise<Buffer | undefined> {
  try {
    const found = await client.fetchOne(String(uid), { source: { maxLength: MAX_BYTES } }, { uid: true })
    return found ? found.source : undefined
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** Response codes (RFC 5530) of a server that would not refuse the command later. */
const TEMPORARY = ['UNAVAILABLE', 'INUSE', 'LIMIT']

const first = <Item extends z.ZodType>(item: Item) => z.tuple([item]).rest(z.unknown())

/** A refused command, as imapflow throws it: a code such as [UNAVAILABLE] begins the answer, if the server gives one. */
const refused = z.object({
  responseStatus: z.enum(['NO', 'BAD']),
  code: z.string().optional(),
  response: z
    .object({ attributes: first(z.object({ section: first(z.object({ value: z.string() })) })) })
    .optional()
    .catch(undefined),
})

/** Whether the server refused a command, and would again. It is asked again where it only was asked too often. */
function isRefusal(error: unknown): boolean {
  const { success, data } = refused.safeParse(error)
  if (!success || data.code === 'ETHROTTLE') return false
  const [attribute] = data.response?.attributes ?? []
  return !TEMPORARY.includes(attribute?.section[0].value ?? '')
}

async function newUids(client: ImapFlow, last: number): Promise<number[]> {
  const since = new Date(Date.now() - FIRST_READ_DAYS * 24 * 60 * 60 * 1000)
  const found = await uidsOf(client, last > 0 ? { uid: `${last + 1}:*` } : { since })
  // "6:*" also finds mail 5 if it is the last one.
  return found
    .filter((uid) => uid > last)
    .toSorted((a, b) => a - b)
    .slice(0, MAX_AT_A_TIME)
}

async function uidsOf(client: ImapFlow, sought: SearchObject): Promise<number[]> {
  const found = await client.search(sought, { uid: true })
  // A refusal would look like an empty mailbox.
  if (!found) throw new Error('it refuses to search')
  return found
}
