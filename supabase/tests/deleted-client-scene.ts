import { call } from './functions-client.ts'
import { arrange, type Person, service } from './people.ts'
import { BUCKET, csv, pathIn } from './update-files.ts'

export type Work = Awaited<ReturnType<typeof newWork>>

/** A client with rows in every dependent table. */
export async function newWork(ben: Person) {
  const [client, project, update, enquiry] = Array.from({ length: 4 }, () => crypto.randomUUID())
  const agency_id = ben.agencyId
  const insert = (place: string, row: object) => arrange(service.from(place).insert(row))
  await insert('clients', {
    id: client,
    agency_id,
    name: 'Corner Shop',
    email: 'corner@shop.test',
    created_at: '2020-01-02',
  })
  const enquired = { name: 'Grace', business_name: 'Shop', email: 'corner@shop.test', phone: '555', service: 'website' }
  await insert('contact_submissions', {
    id: enquiry,
    ...enquired,
    message: `${enquiry}`,
    client_id: client,
    notified_at: '2020-01-01',
  })
  const starts_at = '2999-01-01T10:00:00Z'
  await insert('calls', { client_id: client, starts_at, time_zone: 'UTC', mailed_sequence: 1_000_000 })
  await insert('client_people', { client_id: client, name: 'Tom Baker', email: 'tom@shop.test' })
  await insert('client_months', { client_id: client, month: '2021-03-01', words: 'A quiet month.' })
  await arrange(ben.db.rpc('mail_client_month', { client, month: '2021-03-01' }))
  await arrange(service.from('client_months').update({ mailed_at: new Date().toISOString() }).eq('client_id', client))
  await insert('client_notes', { client_id: client, staff_id: null, note_text: 'By somebody who left.' })
  await insert('projects', {
    id: project,
    agency_id,
    client_id: client,
    name: 'Website',
    project_type: 'maintenance',
    budget: 1200.5,
    assigned_to: ben.id,
    created_at: '2021-03-04',
    start_date: '2021-03-05',
  })
  await insert('project_steps', { project_id: project, title: 'Pictures', due_on: '2021-03-31', repeats: 'month' })
  await insert('project_notes', { project_id: project, note_text: 'Out of scope.' })
  const words = { title: 'Half way', content: 'The menu is done.', visibility: 'client' }
  await insert('project_updates', { id: update, project_id: project, created_by: ben.id, ...words })
  await arrange(service.from('project_updates').update({ content: 'The menu is done!' }).eq('id', update))
  const path = pathIn(update ?? '')
  const uploaded = await service.storage.from(BUCKET).upload(path, csv())
  if (uploaded.error) throw uploaded.error
  const file = { file_name: 'file.csv', file_type: 'text/csv', file_size: 12 }
  await insert('client_update_attachments', { update_id: update, file_path: path, ...file })
  const [link] = await arrange(ben.db.rpc('make_client_link', { client, name: 'By e-mail' }))
  await insert('update_answers', { update_id: update, answer: 'approved', name: 'Grace', link_id: link?.id })
  const request = crypto.randomUUID()
  const asked = { title: 'A new menu', name: 'Grace', link_id: link?.id, update_id: update, notified_at: '2020-01-01' }
  await insert('client_requests', { id: request, client_id: client, ...asked })
  const picture = pathIn(request)
  const sent = await service.storage.from(BUCKET).upload(picture, csv())
  if (sent.error) throw sent.error
  await insert('client_request_files', { request_id: request, file_path: picture, ...file })
  return { client, project, update, request, enquiry, path, token: link?.token }
}

const places = {
  clients: 'id',
  client_people: 'client_id',
  client_months: 'client_id',
  client_notes: 'client_id',
  projects: 'client_id',
  project_notes: 'projects.client_id',
  project_steps: 'projects.client_id',
  project_updates: 'projects.client_id',
  client_links: 'client_id',
  contact_submissions: 'client_id',
  client_update_attachments: 'project_updates.projects.client_id',
  project_update_versions: 'project_updates.projects.client_id',
  update_answers: 'project_updates.projects.client_id',
  client_requests: 'client_id',
  client_request_files: 'client_requests.client_id',
}
const through: Record<string, string> = {
  project_notes: ', projects!inner()',
  project_steps: ', projects!inner()',
  project_updates: ', projects!inner()',
  client_update_attachments: ', project_updates!inner(projects!inner())',
  project_update_versions: ', project_updates!inner(projects!inner())',
  update_answers: ', project_updates!inner(projects!inner())',
  client_request_files: ', client_requests!inner()',
}

/** All rows that belong to a client, complete. */
export async function rowsOf(client: string | undefined) {
  const rows: Record<string, unknown> = {}
  for (const [place, by] of Object.entries(places)) {
    rows[place] = await arrange(
      service
        .from(place)
        .select(`*${through[place] ?? ''}`)
        .eq(by, client),
    )
  }
  return rows
}

export const remove = (who: Person, place: string, id: string | undefined) =>
  arrange(who.db.from(place).delete().eq('id', id))
export const bringBack = (who: Person, ...subjects: (string | undefined)[]) => who.db.rpc('bring_back', { subjects })
export const seenBy = (who: Person, subject: string | undefined) =>
  arrange(who.db.from('recently_deleted').select('kind, title, belongs_to, contents').eq('subject_id', subject))
export const settle = async (who: Pick<Person, 'db'> = { db: service }) => call(who, 'settle-deleted', {})
export const filesIn = async (bucket: string, update: string | undefined) =>
  (await service.storage.from(bucket).list(update)).data?.map(({ name }) => name)
