import { formatDay, formatMoment } from '../../lib/formats.ts'
import type { Note } from '../../lib/row-types.ts'
import { nameOf } from '../people/person.tsx'
import type { noticesQuery } from './notice-queries.ts'

export type NoticeRow = Awaited<ReturnType<NonNullable<ReturnType<typeof noticesQuery>['queryFn']>>>[number]

/** The text of a notice under the bell, and the address of its subject. */
export type NoticeText = {
  /** The kind of actor of a notice; colleagues have a picture. */
  kind: 'colleague' | 'client' | 'enquiry' | 'request' | 'secret' | 'late' | 'nobody'
  who: string
  what: string
  about: string
  to: string
}

/** Describes a notice; undefined if its subject is no longer visible to the person. */
export function noticeText(notice: NoticeRow): NoticeText | undefined {
  const { actor, project, step, enquiry, answer, update, request, secret } = notice
  const colleague = { kind: 'colleague', who: nameOf(actor) } as const
  if (project) {
    const [client, to] = [project.client?.name ?? '', projectPage(project)]
    // A notice without an actor comes from the server, or from a person who no longer exists.
    if (actor === null) return { kind: 'nobody', who: project.name, what: 'was given to you', about: client, to }
    return { ...colleague, what: 'gave you a project', about: [project.name, client].filter(Boolean).join(' · '), to }
  }
  if (step?.project) {
    const { title, project: of } = step
    const [about, to] = [[title, of.name].join(' · '), projectPage(of)]
    if (actor === null) return { kind: 'nobody', who: title, what: 'was given to you', about: of.name, to }
    return { ...colleague, what: 'gave you a step', about, to }
  }
  if (enquiry) {
    const { id, name, business_name } = enquiry
    return {
      kind: 'enquiry',
      who: name,
      what: 'waits for an answer',
      about: business_name,
      to: `/dashboard/enquiries/${id}`,
    }
  }
  if (answer?.update?.project) {
    const { title, project: of } = answer.update
    const what = answer.answer === 'approved' ? 'approved an update' : 'asks for changes'
    return { kind: 'client', who: answer.person ?? answer.name, what, about: title, to: projectPage(of) }
  }
  if (update?.project) {
    const { title, answer_by, project: of } = update
    const what = answer_by === null ? 'has not answered' : `has not answered by ${formatDay(answer_by)}`
    return { kind: 'late', who: of.client?.name ?? 'The client', what, about: title, to: projectPage(of) }
  }
  if (request?.client) {
    const { id, name } = request.client
    return {
      kind: 'request',
      who: name,
      what: 'asks for something',
      about: request.title,
      to: `/dashboard/clients/${id}`,
    }
  }
  if (secret?.client) {
    const { label, client } = secret
    return { kind: 'secret', who: client.name, what: 'handed over a password', about: label, to: '/dashboard/vault' }
  }
  return callText(notice) ?? mentionText(notice)
}

/** A call of theirs that is about to be. */
function callText({ call }: NoticeRow): NoticeText | undefined {
  const somebody = call?.client ?? call?.enquiry
  if (!call || !somebody) return undefined
  return {
    ...{ kind: 'late', who: somebody.name, what: 'expects your call', about: formatMoment(call.starts_at) },
    to: `/dashboard/${call.client ? 'clients' : 'enquiries'}/${somebody.id}`,
  }
}

/** Describes where a colleague mentioned the person. */
function mentionText({ actor, message, client_note, project_note }: NoticeRow): NoticeText | undefined {
  const colleague = { kind: 'colleague', who: nameOf(actor) } as const
  if (message)
    return { ...colleague, what: 'mentioned you in the chat', about: message.content, to: '/dashboard/messages' }
  if (client_note?.client) {
    const { id, name } = client_note.client
    return { ...aboutNote(client_note, name, colleague), to: `/dashboard/clients/${id}` }
  }
  if (project_note?.project) {
    const { project: of, note_text } = project_note
    return { ...colleague, what: `mentioned you in a note about ${of.name}`, about: note_text, to: projectPage(of) }
  }
  return undefined
}

/** A mail of a client, or a note in which a colleague mentions the person. */
function aboutNote(
  { sender_name, sender_email, note_text: about }: Pick<Note, 'sender_name' | 'sender_email' | 'note_text'>,
  client: string,
  colleague: Pick<NoticeText, 'kind' | 'who'>,
): Omit<NoticeText, 'to'> {
  if (!sender_email) return { ...colleague, what: `mentioned you in a note about ${client}`, about }
  return { kind: 'client', who: sender_name || sender_email, what: `of ${client} wrote by email`, about }
}

const projectPage = ({ id }: { id: string }) => `/dashboard/projects/${id}`
