import type { HealthPart, Job, RunningEngine } from 'engine'
import { z } from 'zod'
import { serviceClient } from '../service-client.ts'
import { type MailboxAddress, mailboxAddress } from './placing/mailbox-address.ts'

/** The part of the engine that is used here. */
type Server = Pick<RunningEngine, 'ownUrl' | 'serviceRoleKey'>

const INTERVAL_MS = 60_000
const MAX_PAUSE_MS = 15 * 60_000
/** A load balancer asks for the health more often than it changes. */
const HEALTH_FRESH_MS = 15_000

const states = z.array(
  z.object({ read_up_to: z.coerce.number(), failing_since: z.string().nullable(), unplaced: z.number() }),
)

/**
 * Reads the mailbox of MAIL_IN_URL, if it is set: clients' answers, and reports about mails that could not be delivered. A
 * mailbox that does not answer is tried again after growing pauses, and logged once.
 */
export function incomingMailJobs(engine: Server, mailbox = mailboxAddress()): Job[] {
  return mailbox ? [incomingMailJob(engine, mailbox)] : []
}

function incomingMailJob(engine: Server, mailbox: MailboxAddress): Job {
  let pauseMs = 0
  let pausedUntil = 0
  return {
    name: 'What comes back by mail',
    everyMs: INTERVAL_MS,
    async run(signal) {
      if (performance.now() < pausedUntil) return
      try {
        await readOnce(engine, mailbox, signal)
      } catch (error) {
        if (signal.aborted) return
        pauseMs = Math.min(Math.max(INTERVAL_MS, pauseMs * 2), MAX_PAUSE_MS)
        pausedUntil = performance.now() + pauseMs
        const isNew = await note(engine, mailbox, false)
        if (isNew)
          console.warn(
            `Mail: the mailbox of MAIL_IN_URL could not be read (${reasonOf(error, mailbox)}). It is tried again.`,
          )
        return
      }
      pauseMs = 0
      if (await note(engine, mailbox, true)) console.log('Mail: the mailbox of MAIL_IN_URL is read again.')
    },
  }
}

/** Reports at /health whether the mailbox can be read, and how many mails of a week could not be placed. */
export function mailboxHealth(engine: Server, mailbox = mailboxAddress()): HealthPart[] {
  if (!mailbox) return []
  const check = async () => {
    const state = await stateOf(engine, mailbox.name)
    return { status: state?.failing_since ? 'no answer' : 'ok', counts: { unplaced: state?.unplaced ?? 0 } }
  }
  return [{ name: 'mailbox', freshMs: HEALTH_FRESH_MS, check }]
}

async function readOnce(engine: Server, mailbox: MailboxAddress, signal: AbortSignal) {
  // Loaded here, so that an installation without a mailbox does not load the libraries.
  const [{ readMailbox }, { takeMail }] = await Promise.all([import('./read-mailbox.ts'), import('./take-mail.ts')])
  const db = serviceClient(engine)
  await readMailbox(
    mailbox,
    {
      readUpTo: async (validity) => (await stateOf(engine, mailbox.name, validity))?.read_up_to ?? 0,
      take: (validity, uid, source) => takeMail(db, { mailbox: mailbox.name, validity, uid, source }),
    },
    signal,
  )
}

async function stateOf(engine: Server, mailbox: string, validity?: bigint) {
  const named = { mailbox, ...(validity !== undefined && { validity: String(validity) }) }
  const { data, error } = await serviceClient(engine).rpc('mailbox_state', named)
  if (error) throw error
  return states.parse(data)[0]
}

async function note(engine: Server, mailbox: MailboxAddress, works: boolean): Promise<boolean> {
  const { data, error } = await serviceClient(engine).rpc('note_mailbox', { mailbox: mailbox.name, works })
  if (error) throw error
  return data === true
}

const refusal = z.object({
  authenticationFailed: z.boolean().optional(),
  mailboxMissing: z.boolean().optional(),
  serverResponseCode: z.string().optional(),
  responseText: z.string().optional(),
})
const MAX_REASON_CHARACTERS = 200

/** Why the mailbox could not be read, in the words of the server without the user and the password, which these may repeat. */
function reasonOf(error: unknown, { auth, folder }: MailboxAddress): string {
  if (!(error instanceof Error)) return String(error)
  const { authenticationFailed, mailboxMissing, serverResponseCode, responseText } = refusal.parse(error)
  if (serverResponseCode === 'AUTHENTICATIONFAILED') return 'it refuses the password'
  if (mailboxMissing) return `it has no folder ${folder}`
  const said = (responseText ?? '')
    .replaceAll(auth.pass, '…')
    .replaceAll(auth.user, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_REASON_CHARACTERS)
  if (authenticationFailed) return `it refuses the sign-in: ${said || 'it does not say why'}`
  return said ? `it answers: ${said}` : error.message
}
