import { type ServiceClient, unwrap } from '../../database.ts'
import type { CallMailStore } from './send.ts'
import { type CallMail, organizerOf } from './words.ts'

const MAX_PER_CALL = 20
/** The time for which mails are claimed: longer than queueing all of them takes. */
const CLAIMED_MS = 5 * 60_000

/** The mails about calls, accessed with the service key. */
export function callMailStoreOf(supabase: ServiceClient): CallMailStore {
  const table = () => supabase.from('calls')
  const settle = async (call: string, isMailed: boolean) => {
    unwrap(await supabase.rpc('settle_withdrawn_call', { call, is_mailed: isMailed }))
  }
  const release = async ({ id, deleted }: CallMail) => {
    if (deleted) return await settle(id, false)
    unwrap(await table().update({ mailing_until: null }).eq('id', id))
  }
  return {
    async claim() {
      const withdrawn = unwrap(await claimWithdrawn(supabase))
      const waiting = unwrap(await supabase.rpc('calls_to_mail').order('changed_at').limit(MAX_PER_CALL))
      const now = new Date()
      // A single UPDATE both selects and claims the rows, so that no other server claims them too.
      const claimed = await claimRows(supabase, waiting, now)
      const mails = new Map(waiting.map(({ call, mail }) => [call, mail]))
      const due = unwrap(claimed).flatMap((row) => describe(row, mails.get(row.id)) ?? [])
      return [...withdrawn.map(describeWithdrawn), ...due]
    },
    async markMailed(call, to) {
      const { id, mail, sequence } = call
      if (call.deleted) return await settle(id, true)
      const mailed =
        mail === 'reminder'
          ? { reminded_at: new Date().toISOString() }
          : { mailed_sequence: sequence, mailed_to: to, ...(to !== null && { organizer: organizerOf(call) ?? null }) }
      unwrap(
        await table()
          .update({ ...mailed, mailing_until: null })
          .eq('id', id),
      )
    },
    release,
  }
}

const claimWithdrawn = (supabase: ServiceClient) => supabase.rpc('claim_withdrawn_calls')

const WITH_PEOPLE = `
  id, starts_at, time_zone, minutes, note, sequence, changed_at, mailed_sequence, mailed_to, organizer, state,
  client:clients(name, email, phone), enquiry:contact_submissions(name, email, phone),
  staff:user_profiles!staff_id(display_name, account:user_accounts(email)), agency:agencies(name, email, phone)` as const

const claimRows = (supabase: ServiceClient, waiting: readonly { call: string }[], now: Date) =>
  supabase
    .from('calls')
    .update({ mailing_until: new Date(now.getTime() + CLAIMED_MS).toISOString() })
    .in(
      'id',
      waiting.map(({ call }) => call),
    )
    .or(`mailing_until.is.null,mailing_until.lt.${now.toISOString()}`)
    .select(WITH_PEOPLE)

type CallRow = NonNullable<Awaited<ReturnType<typeof claimRows>>['data']>[number]

/** A call that changed since it was found to be due waits for the next round. */
function describe({ client, enquiry, staff, state, ...call }: CallRow, mail: string | undefined): CallMail | undefined {
  const somebody = client ?? enquiry
  const kind = kinds.find((one) => one === mail)
  if (!somebody || !kind || (state === 'cancelled') !== (kind === 'cancellation')) return undefined
  const email = staff?.account?.email
  return {
    ...call,
    mail: kind,
    somebody,
    staff: staff && email ? { name: staff.display_name ?? email, email } : null,
  }
}

type WithdrawnCall = NonNullable<Awaited<ReturnType<typeof claimWithdrawn>>['data']>[number]

/** The cancellation of a call that was deleted after its invitation was mailed. */
function describeWithdrawn({
  name,
  email,
  staff_name,
  staff_email,
  agency_name,
  agency_email,
  agency_phone,
  is_for_good,
  ...call
}: WithdrawnCall): CallMail {
  return {
    ...call,
    mail: 'cancellation',
    note: null,
    mailed_sequence: null,
    mailed_to: email,
    somebody: { name, email, phone: null },
    staff: staff_email ? { name: staff_name ?? staff_email, email: staff_email } : null,
    agency: { name: agency_name, email: agency_email, phone: agency_phone },
    deleted: is_for_good ? 'for good' : 'restorable',
  }
}

const kinds = ['invitation', 'cancellation', 'reminder'] as const
