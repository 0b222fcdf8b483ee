import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll } from 'vitest'
import { projectDir } from './project-sql.ts'

export const ids = {
  north: 'a0000000-0000-4000-8000-000000000001',
  south: 'a0000000-0000-4000-8000-000000000002',
  nora: 'b0000000-0000-4000-8000-000000000001',
  sol: 'b0000000-0000-4000-8000-000000000002',
  nolan: 'c0000000-0000-4000-8000-000000000001',
  sally: 'c0000000-0000-4000-8000-000000000002',
}

/** Two agencies, each with a person, a client and all dependent rows; each name says whose it is. */
const SCENE = `
  insert into agencies (id, name) values ('${ids.south}', 'South Street'), ('${ids.north}', 'North Road');
  ${[
    ['north', 'nora', 'nolan', '1'],
    ['south', 'sol', 'sally', '2'],
  ]
    .map(([agency, person, client, number]) => sceneOf(`${agency}`, `${person}`, `${client}`, `${number}`))
    .join('')}
  insert into user_roles values ('${ids.sol}', 'super_admin');
  select keep_audit_trail()`

function sceneOf(agency: string, person: string, client: string, number: string): string {
  const [project, update, request, entry, enquiry] = ['d', 'e', '9', 'f', '8'].map(
    (kind) => `${kind}0000000-0000-4000-8000-00000000000${number}`,
  )
  const id = (name: string) => ids[name as keyof typeof ids]
  return `
    insert into auth.users (id, email, raw_user_meta_data)
      values ('${id(person)}', '${person}@staff.test', '{"name": "${person}-name"}');
    update user_profiles set agency_id = '${id(agency)}', display_name = '${person}-name' where id = '${id(person)}';
    insert into user_roles values ('${id(person)}', 'agency_staff') on conflict do nothing;
    insert into auth.audit_log_entries (instance_id, id, payload)
      values (gen_random_uuid(), gen_random_uuid(), '{"actor_id": "${id(person)}", "actor_username": "${person}@staff.test"}');
    insert into clients (id, agency_id, name, email) values ('${id(client)}', '${id(agency)}', '${client}-name', '${client}@client.test');
    insert into client_notes (client_id, staff_id, note_text) values ('${id(client)}', '${id(person)}', '${client}-note');
    insert into projects (id, agency_id, client_id, name, project_type, created_by)
      values ('${project}', '${id(agency)}', '${id(client)}', '${client}-project', 'consultation', '${id(person)}');
    insert into project_notes (project_id, note_text) values ('${project}', '${client}-project-note');
    insert into project_updates (id, project_id, title, content) values ('${update}', '${project}', '${client}-title', '${client}-content');
    insert into storage.objects (bucket_id, name, version) values ('client-update-files', '${update}/1_${client}.pdf', gen_random_uuid());
    insert into client_update_attachments (update_id, file_name, file_path, file_type, file_size)
      values ('${update}', '${client}.pdf', '${update}/1_${client}.pdf', 'application/pdf', 1);
    insert into client_requests (id, client_id, title, words, name)
      values ('${request}', '${id(client)}', '${client}-wish', '${client}-words', '${client}-name');
    insert into storage.objects (bucket_id, name, version) values ('client-update-files', '${request}/1_${client}.png', gen_random_uuid());
    insert into client_request_files (request_id, file_name, file_path, file_type, file_size)
      values ('${request}', '${client}.png', '${request}/1_${client}.png', 'image/png', 1);
    insert into contact_submissions (id, name, business_name, email, phone, service, client_id) values
      ('${enquiry}', '${client}-name', '${client}-shop', '${client}@client.test', '1', 'ai', '${id(client)}'),
      (gen_random_uuid(), '${client}-again', '${client}-shop', '${client.toUpperCase()}@client.test', '1', 'ai', null);
    insert into mail.mails (key, urgency, recipient, subject, state) values
      (null, 2, '${client}@client.test', 'Your project', 'sent'),
      ('enquiry/${enquiry}/info@agency.test', 2, 'info@agency.test', 'New Contact Form Submission: ${client}-name', 'sent'),
      ('request received/${request}/info@agency.test', 2, 'info@agency.test', '${client}-name asks for: ${client}-wish', 'sent'),
      (null, 1, '${person} <${person}@staff.test>', 'Reset your password', 'waiting');
    insert into chat_messages (agency_id, sender_id, content) values ('${id(agency)}', '${id(person)}', '${person}-said');
    insert into vault_access_logs (vault_entry_id, user_id, agency_id, action, user_agent)
      values ('${entry}', '${id(person)}', '${id(agency)}', 'copied', '${person}-browser');
    delete from project_notes where note_text = '${client}-project-note';`
}

type Look = <T>(look: (tx: Transaction) => Promise<T>) => Promise<T>

/** Gives a test file a database, and returns what runs a look on the same initial state. */
export function erasureScene(): Look {
  let database: Awaited<ReturnType<typeof throwawayDatabase>>
  beforeAll(async () => {
    database = await throwawayDatabase(projectDir)
  })
  afterAll(() => database[Symbol.asyncDispose]())
  return (look) => inspectAfterSql(database, new Map([['the scene', SCENE]]), look)
}

export type Receipt = { id?: string; kind?: string; subject?: string; rows: Record<string, number>; files?: string[] }

/** Removes the files first, as server/erasure/erase-for-good.ts does through storage. */
export async function erase(
  tx: Transaction,
  kind: string,
  subject: string,
  isMeant = true,
  forAgency: string | null = null,
): Promise<Receipt> {
  await tx.query("select set_config('storage.allow_delete_query', $1, true)", [String(isMeant)])
  if (isMeant) {
    const files = 'select bucket, name from files_of($1, $2)'
    await tx.query(`delete from storage.objects where (bucket_id, name) in (${files})`, [kind, subject])
  }
  const [row] = await tx.query<{ receipt: Receipt }>('select erase($1, $2, $3, $4, $5) as receipt', [
    kind,
    subject,
    isMeant,
    ['hash of a file'],
    forAgency,
  ])
  if (!row) throw new Error('There is no receipt.')
  return row.receipt
}

/** All text in the database, except the rows of files; the audit trail as its reader with the most rights sees it. */
export async function everything(tx: Transaction): Promise<string> {
  const tables = await tx.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth', 'mail', 'realtime')`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const [row] = await tx.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from ${name} as t`,
    )
    texts.push(row?.text ?? '')
  }
  const said = await tx.query<{ said: string | null }>(
    'select concat(private.audit_decrypt(actor_id, actor), private.audit_decrypt(subject_id, said)) as said from audit_events',
  )
  return [...texts, ...said.map((line) => line.said ?? '')].join('\n').toLowerCase()
}

export async function statements(tx: Transaction, sql: string) {
  for (const one of sql.split(/;\s*(?:\n|$)/)) if (one.trim()) await tx.query(one)
}

/** Runs a statement as a super admin. */
export async function asSol(tx: Transaction, sql: string) {
  const session = crypto.randomUUID()
  await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, ids.sol])
  const claims = JSON.stringify({ sub: ids.sol, session_id: session })
  await tx.query("select set_config('request.jwt.claims', $1, true)", [claims])
  await tx.query(sql)
  await tx.query("select set_config('request.jwt.claims', '', true)")
}

export const linesWith = (words: RegExp, text: string) => text.split('\n').filter((line) => words.test(line))
