import { type ServiceClient, unwrap } from '../database.ts'

/** A notice outside of the portal: the event in a few words, and its subject. */
export type NoticeWords = { what: string; about: string }

/**
 * The columns of a notice's subject that mails and devices show: of chat messages and notes only the kind, since both are
 * less private.
 */
const SHOWN = `
  id, actor:user_profiles!actor_id(display_name), project:projects(name), step:project_steps(title), enquiry:contact_submissions(name, business_name),
  answer:update_answers(answer, name, person, update:project_updates(title)), message_id,
  update:project_updates(title, project:projects(client:clients(name))), request:client_requests(title, client:clients(name)),
  secret:client_secrets(label, client:clients(name)), call:calls(client:clients(name), enquiry:contact_submissions(name)),
  client_note:client_notes(sender_name, sender_email, client:clients(name)), project_note:project_notes(project:projects(name))` as const

/** Reads notices in the words for mails and devices, newest first. */
export async function readNotices(
  supabase: ServiceClient,
  ids: readonly string[],
): Promise<(NoticeWords & { id: string })[]> {
  const rows = unwrap(await select(supabase, ids))
  return rows.map(({ id, ...row }) => ({ id, ...describeNotice(row) }))
}

const select = (supabase: ServiceClient, ids: readonly string[]) =>
  supabase
    .from('notices')
    .select(SHOWN)
    .in('id', [...ids])
    .order('created_at', { ascending: false })

type NoticeRow = Omit<NonNullable<Awaited<ReturnType<typeof select>>['data']>[number], 'id'>

function describeNotice({
  actor,
  project,
  step,
  enquiry,
  answer,
  update,
  request,
  secret,
  call,
  client_note,
  project_note,
}: NoticeRow): NoticeWords {
  const who = actor?.display_name ?? 'Somebody'
  if (project) return { what: `${who} gave you a project`, about: project.name }
  if (step) return { what: `${who} gave you a step`, about: step.title }
  if (enquiry)
    return { what: 'An enquiry waits', about: [enquiry.name, enquiry.business_name].filter(Boolean).join(', ') }
  if (answer) {
    const client = answer.person ?? answer.name
    const what = answer.answer === 'approved' ? `${client} approved` : `${client} asks for changes`
    return { what, about: answer.update.title }
  }
  if (update) return { what: `${update.project.client.name} has not answered in time`, about: update.title }
  if (client_note?.sender_email) {
    return {
      what: `${client_note.sender_name || client_note.sender_email} wrote by email`,
      about: client_note.client.name,
    }
  }
  if (request) return { what: `${request.client.name} asks for something`, about: request.title }
  if (secret) return { what: `${secret.client.name} handed over a password`, about: secret.label }
  if (call) return { what: 'You call somebody soon', about: (call.client ?? call.enquiry)?.name ?? '' }
  const place = client_note?.client.name ?? project_note?.project.name
  return { what: `${who} mentioned you`, about: place === undefined ? 'In the chat' : `In a note about ${place}` }
}
