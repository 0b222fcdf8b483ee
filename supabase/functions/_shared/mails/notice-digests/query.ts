import { type ServiceClient, unwrap } from '../../database.ts'
import type { NoticeDigests } from './send.ts'
import type { ToldNotice } from './words.ts'

const MOST_AT_ONCE = 50

/**
 * The columns of a notice's subject that a mail shows: of chat messages and notes only the kind, since mails are less
 * private.
 */
const TOLD = `
  actor:user_profiles!actor_id(display_name), project:projects(name), step:project_steps(title), enquiry:contact_submissions(name, business_name),
  answer:update_answers(answer, name, update:project_updates(title)), message_id,
  client_note:client_notes(client:clients(name)), project_note:project_notes(project:projects(name))` as const

/** The people whose daily mail is due. */
export function noticeDigestsOf(supabase: ServiceClient): NoticeDigests {
  return {
    async due() {
      const due = unwrap(await supabase.rpc('notice_digests_to_send').limit(MOST_AT_ONCE))
      const digests = await Promise.all(due.map(({ person }) => readDigest(supabase, person)))
      return digests.filter((digest) => digest !== undefined)
    },
    async markSent(person) {
      const profiles = supabase.from('user_profiles')
      unwrap(await profiles.update({ digested_at: new Date().toISOString() }).eq('id', person))
    },
  }
}

/** Reads a person's unread notices for the mail; undefined for a person without an address. */
async function readDigest(supabase: ServiceClient, person: string) {
  const profiles = supabase.from('user_profiles').select('digested_at, account:user_accounts(email)')
  const { digested_at, account } = unwrap(await profiles.eq('id', person).single())
  if (!account?.email) return undefined
  const unread = readNotices(supabase, person)
  const rows = unwrap(await (digested_at === null ? unread : unread.gt('created_at', digested_at)))
  return { person, recipient: account.email, since: digested_at, notices: rows.map(told) }
}

const readNotices = (supabase: ServiceClient, person: string) =>
  supabase
    .from('notices')
    .select(TOLD)
    .eq('user_id', person)
    .is('read_at', null)
    .order('created_at', { ascending: false })
    .limit(100)

type NoticeRow = NonNullable<Awaited<ReturnType<typeof readNotices>>['data']>[number]

function told({ actor, project, step, enquiry, answer, client_note, project_note }: NoticeRow): ToldNotice {
  const who = actor?.display_name ?? 'Somebody'
  if (project) return { what: `${who} gave you a project`, about: project.name }
  if (step) return { what: `${who} gave you a step`, about: step.title }
  if (enquiry) return { what: 'An enquiry waits', about: `${enquiry.name}, ${enquiry.business_name}` }
  if (answer) {
    const what = answer.answer === 'approved' ? `${answer.name} approved` : `${answer.name} asks for changes`
    return { what, about: answer.update.title }
  }
  const place = client_note?.client.name ?? project_note?.project.name
  return { what: `${who} mentioned you`, about: place === undefined ? 'In the chat' : `In a note about ${place}` }
}
