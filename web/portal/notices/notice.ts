import { nameOf } from '../people/person.tsx'
import type { noticesQuery } from './notice-queries.ts'

export type NoticeRow = Awaited<ReturnType<NonNullable<ReturnType<typeof noticesQuery>['queryFn']>>>[number]

/** The text of a notice under the bell, and the address of its subject. */
export type NoticeText = {
  /** The kind of actor of a notice; colleagues have a picture. */
  kind: 'colleague' | 'client' | 'enquiry' | 'nobody'
  who: string
  what: string
  about: string
  to: string
}

/** Describes a notice; undefined if its subject is no longer visible to the person. */
export function noticeText(notice: NoticeRow): NoticeText | undefined {
  const { actor, project, step, enquiry, answer, message, client_note, project_note } = notice
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
    return { kind: 'client', who: answer.name, what, about: title, to: projectPage(of) }
  }
  if (message)
    return { ...colleague, what: 'mentioned you in the chat', about: message.content, to: '/dashboard/messages' }
  if (client_note?.client) {
    const { id, name } = client_note.client
    return {
      ...colleague,
      what: `mentioned you in a note about ${name}`,
      about: client_note.note_text,
      to: `/dashboard/clients/${id}`,
    }
  }
  if (project_note?.project) {
    const { project: of, note_text } = project_note
    return { ...colleague, what: `mentioned you in a note about ${of.name}`, about: note_text, to: projectPage(of) }
  }
  return undefined
}

const projectPage = ({ id }: { id: string }) => `/dashboard/projects/${id}`
