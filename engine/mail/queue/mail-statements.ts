import type { Statement } from '../../database/database.ts'
import type { MailFailure } from '../failure.ts'
import { contentOf, type QueuedMail, urgencies } from './queued-mail.ts'

/**
 * The process that queues a mail also sends it. After this time the process counts as dead, and any other may send it.
 */
const RESERVED_FOR_WRITER = '30 seconds'
/**
 * A running process renews its claim while it sends a mail (`renew`), so an expired claim belongs to a dead process.
 */
const CLAIM_DURATION = '30 seconds'
const RETENTION = '30 days'

const FIRST_RETRY_SECONDS = 30
const MAX_RETRY_SECONDS = 4 * 60 * 60
const GREYLISTING_SECONDS = 5 * 60

export const insert = (mail: QueuedMail): Statement => ({
  text: `
    insert into mail.mails (key, urgency, recipient, subject, content, valid_until, due_at)
    values ($1, $2, $3, $4, $5::jsonb, $6::timestamptz, now() + interval '${RESERVED_FOR_WRITER}')
    on conflict (key) do nothing
    returning id`,
  values: [
    mail.key ?? null,
    urgencies[mail.urgency ?? 'message'],
    mail.to,
    mail.validUntil === undefined ? mail.subject : withoutCode(mail.subject),
    contentOf(mail),
    mail.validUntil?.toISOString() ?? null,
  ],
})

/** Removes mails that were not tried yet. */
export const cancel = (ids: readonly string[]): Statement => ({
  text: `delete from mail.mails where id = any($1::uuid[]) and state = 'waiting' and attempts = 0`,
  values: [ids],
})

const claim = (which: string) => `
  update mail.mails
  set claimed_until = now() + interval '${CLAIM_DURATION}', attempts = attempts + 1
  where ${which}
  returning id, recipient, content, refusals`

/** Claims the most urgent mail that is due; among equals the one with the fewest attempts, then the oldest. */
export const claimNext: Statement = {
  text: claim(`id = (
    select id from mail.mails
    where state = 'waiting' and due_at <= now() and (valid_until is null or valid_until > now())
      and (claimed_until is null or claimed_until < now())
    order by urgency, attempts, created_at, id
    limit 1
    for update skip locked
  )`),
}

/** Claims this mail for the process that queued it. */
export const claimOwn = (id: string): Statement => ({
  text: claim(`id = $1::uuid and state = 'waiting' and attempts = 0`),
  values: [id],
})

/** Extends the claim of the process that is sending the mail. */
export const renew = (id: string): Statement => ({
  text: `
    update mail.mails set claimed_until = now() + interval '${CLAIM_DURATION}'
    where id = $1::uuid and state = 'waiting' and claimed_until is not null`,
  values: [id],
})

export const sent = (id: string): Statement => ({
  text: `
    update mail.mails set state = 'sent', content = null, failure = null, claimed_until = null, ended_at = now()
    where id = $1::uuid and state = 'waiting'`,
  values: [id],
})

/**
 * Records a failed attempt. A refused mail is tried again after growing pauses. Where the server refuses all mails, the
 * same mail also tests whether it works again; but not after two such failures in a row (`isAgain`), which may be the
 * mail's own fault.
 */
export const failed = (
  id: string,
  { reason, concerns }: MailFailure,
  refusals: number,
  isAgain: boolean,
): Statement => {
  const ofOwn = Math.min(FIRST_RETRY_SECONDS * 2 ** refusals, MAX_RETRY_SECONDS)
  const ofServer = isAgain ? GREYLISTING_SECONDS : 0
  return {
    text: `
      update mail.mails
      set failure = $2,
          refusals = refusals + $3,
          claimed_until = null,
          due_at = now() + make_interval(secs => $4),
          state = case when $5 or give_up_at <= now() then 'undelivered' else 'waiting' end,
          ended_at = case when $5 or give_up_at <= now() then now() end
      where id = $1::uuid and state = 'waiting'`,
    values: [
      id,
      reason,
      concerns === 'server' ? 0 : 1,
      concerns === 'server' ? ofServer : ofOwn,
      concerns === 'mail for good',
    ],
  }
}

/** The mail server works again: mails that waited only for it are due now. */
export const retryDeferredMails: Statement = {
  text: `
    update mail.mails set due_at = now()
    where state = 'waiting' and attempts > 0 and refusals = 0 and due_at > now()`,
}

/** Deletes the content of mails whose code or link has expired, and whole records of mails that ended long ago. */
export const deleteOldMails: readonly Statement[] = [
  {
    text: `
      update mail.mails
      set state = 'expired', content = null, ended_at = coalesce(ended_at, now())
      where state in ('waiting', 'undelivered') and valid_until <= now()`,
  },
  { text: `delete from mail.mails where ended_at < now() - interval '${RETENTION}'` },
]

export const report = (host: string | null): Statement => ({
  text: `
    insert into mail.transport (host) values ($1)
    on conflict (is_only) do update set host = excluded.host, reported_at = now()`,
  values: [host],
})

/** Counts the mails by state, without undelivered codes and links: users request those again themselves. */
export const count: Statement = {
  text: `
    select count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'undelivered' and valid_until is null)::int as undelivered
    from mail.mails
    where state <> 'sent'`,
}

/** Removes the code from the subject, where projects may put it: the subject is kept longer than the code. */
const withoutCode = (subject: string) => subject.replace(/\d{4,}/g, '…')
