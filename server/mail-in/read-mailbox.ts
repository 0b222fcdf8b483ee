import { ImapFlow } from 'imapflow'
import type { MailboxAddress } from './placing/mailbox-address.ts'

type MailboxReader = {
  /** The number of the last mail that was read; 0 if none was, or the numbers have changed since. */
  readUpTo(validity: bigint): Promise<number>
  /** Takes a mail. Returns whether it was placed, so that no person has to read it. */
  take(validity: bigint, uid: number, source: Buffer): Promise<boolean>
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
      const found = await client.fetchOne(String(uid), { source: { maxLength: MAX_BYTES } }, { uid: true })
      // It was deleted since.
      if (!found || found.source === undefined) continue
      if (await take(uidValidity, uid, found.source))
        await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
    await client.logout()
  } finally {
    signal.removeEventListener('abort', end)
    client.close()
  }
}

async function newUids(client: ImapFlow, last: number): Promise<number[]> {
  const since = new Date(Date.now() - FIRST_READ_DAYS * 24 * 60 * 60 * 1000)
  const found = await client.search(last > 0 ? { uid: `${last + 1}:*` } : { since }, { uid: true })
  // "6:*" also finds mail 5 if it is the last one.
  return (found || [])
    .filter((uid) => uid > last)
    .toSorted((a, b) => a - b)
    .slice(0, MAX_AT_A_TIME)
}
