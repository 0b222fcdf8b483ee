import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

const ids = {
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
  const [project, update, request, entry] = ['d', 'e', '9', 'f'].map(
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
    insert into contact_submissions (name, business_name, email, phone, service, client_id) values
      ('${client}-name', '${client}-shop', '${client}@client.test', '1', 'ai', '${id(client)}'),
      ('${client}-again', '${client}-shop', '${client.toUpperCase()}@client.test', '1', 'ai', null);
    insert into mail.mails (urgency, recipient, subject, state) values
      (2, '${client}@client.test', 'Your project', 'sent'),
      (2, 'info@agency.test', 'New Contact Form Submission: ${client}-name', 'sent'),
      (1, '${person} <${person}@staff.test>', 'Reset your password', 'waiting');
    insert into chat_messages (agency_id, sender_id, content) values ('${id(agency)}', '${id(person)}', '${person}-said');
    insert into vault_access_logs (vault_entry_id, user_id, agency_id, action, user_agent)
      values ('${entry}', '${id(person)}', '${id(agency)}', 'copied', '${person}-browser');
    delete from project_notes where note_text = '${client}-project-note';`
}

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
})
afterAll(() => database[Symbol.asyncDispose]())

/** Runs a look on the same initial state. */
const withScene = <T>(look: (tx: Transaction) => Promise<T>): Promise<T> =>
  inspectAfterSql(database, new Map([['the scene', SCENE]]), look)

type Receipt = { id?: string; kind?: string; subject?: string; rows: Record<string, number>; files?: string[] }

/** Removes the files first, as server/erasure/erase-for-good.ts does through storage. */
async function erase(tx: Transaction, kind: string, subject: string, isMeant = true): Promise<Receipt> {
  await tx.query("select set_config('storage.allow_delete_query', $1, true)", [String(isMeant)])
  if (isMeant) {
    const files = 'select bucket, name from files_of($1, $2)'
    await tx.query(`delete from storage.objects where (bucket_id, name) in (${files})`, [kind, subject])
  }
  const [row] = await tx.query<{ receipt: Receipt }>('select erase($1, $2, $3, $4) as receipt', [
    kind,
    subject,
    isMeant,
    ['hash of a file'],
  ])
  if (!row) throw new Error('There is no receipt.')
  return row.receipt
}

/** All text in the database, except the rows of files; the audit trail as its reader with the most rights sees it. */
async function everything(tx: Transaction): Promise<string> {
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

const linesWith = (words: RegExp, text: string) => text.split('\n').filter((line) => words.test(line))

describe('whoever is erased', () => {
  it('is named nowhere any more, and nobody else is missing anything: a client', async () => {
    const { before, receipt, left, files, chain } = await withScene(async (tx) => {
      const before = await everything(tx)
      const files = await tx.query(`select * from files_of('client', '${ids.nolan}')`)
      const receipt = await erase(tx, 'client', ids.nolan)
      return {
        before,
        receipt,
        files,
        left: await everything(tx),
        chain: await tx.query('select * from check_audit_chain()'),
      }
    })
    expect(before).toContain('nolan')
    expect(linesWith(/nolan/, left)).toEqual([])
    expect(left.match(/sally|sol\b|south/g)).toEqual(before.match(/sally|sol\b|south/g))
    expect(files).toEqual([
      { bucket: 'client-update-files', name: expect.stringMatching(/1_nolan\.png$/) },
      { bucket: 'client-update-files', name: expect.stringMatching(/1_nolan\.pdf$/) },
    ])
    expect(receipt).toMatchObject({
      kind: 'client',
      subject: expect.stringMatching(/^[0-9a-f]{64}$/),
      files: ['hash of a file'],
      rows: { 'public.clients': 1, 'public.projects': 1, 'public.contact_submissions': 2, 'mail.mails': 2 },
    })
    expect(JSON.stringify(receipt)).not.toMatch(/nolan|c0000000/)
    expect(chain).toEqual([])
  })

  it.each(['clients', 'agencies'])('is named nowhere any more, where it was deleted from %s before', async (place) => {
    const [kind, id] = place === 'clients' ? ['client', ids.nolan] : ['agency', ids.north]
    const { kept, files, left } = await withScene(async (tx) => {
      const session = crypto.randomUUID()
      const claims = JSON.stringify({ sub: ids.sol, session_id: session })
      await tx.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, ids.sol])
      await tx.query("select set_config('request.jwt.claims', $1, true)", [claims])
      await tx.query("delete from contact_submissions where name = 'nolan-again'")
      await tx.query("delete from project_updates where title = 'nolan-title'")
      await tx.query(`delete from ${place} where id = $1`, [id])
      await tx.query("select set_config('request.jwt.claims', '', true)")
      const kept = await everything(tx)
      const files = await tx.query('select * from files_of($1, $2)', [kind, id])
      await erase(tx, kind, id)
      return { kept, files, left: await everything(tx) }
    })
    expect(kept).toMatch(/nolan-title/)
    expect(files).toHaveLength(2)
    expect(linesWith(/nolan/, left)).toEqual([])
    expect(left).toContain('sally-content')
  })

  it('is named nowhere any more: a person, whose work for clients stays', async () => {
    const left = await withScene(async (tx) => {
      await erase(tx, 'person', ids.nora)
      return everything(tx)
    })
    expect(linesWith(/nora/, left)).toEqual([])
    expect(left).toContain('nolan-note')
    expect(left).toContain('sol-said')
  })

  it('is named nowhere any more: an agency, with its clients and people', async () => {
    const left = await withScene(async (tx) => {
      await erase(tx, 'agency', ids.north)
      return everything(tx)
    })
    expect(linesWith(/north|nora|nolan/, left)).toEqual([])
    expect(left).toContain('sally-note')
  })
})

describe('nobody is erased', () => {
  it('where it is only asked what would go', async () => {
    const [asked, before, left] = await withScene(async (tx) => {
      const before = await everything(tx)
      return [await erase(tx, 'agency', ids.north, false), before, await everything(tx)] as const
    })
    expect(asked).toEqual({ rows: expect.objectContaining({ 'public.clients': 1, 'auth.users': 1 }) })
    expect(left).toBe(before)
  })

  it.each([
    ['the agency that answers the website', 'agency', ids.south, 'Let another one answer it first.'],
    ['the last super admin', 'person', ids.sol, 'The last super admin cannot be removed.'],
    ['somebody who is not there', 'client', ids.nora, 'There is no such client.'],
    ['anything else', 'project', ids.nolan, 'Only a client, a person, an agency or an enquiry can be erased.'],
  ])('where it is %s', async (_who, kind, subject, why) => {
    await expect(withScene((tx) => erase(tx, kind, subject))).rejects.toThrow(why)
  })
})

it('finds by a receipt whom an older backup brought back', async () => {
  const found = await withScene(async (tx) => {
    await tx.query('savepoint older')
    const receipts = [await erase(tx, 'client', ids.nolan), await erase(tx, 'person', ids.nora)]
    await tx.query('rollback to older')
    return tx.query('select * from to_erase_again($1)', [JSON.stringify(receipts)])
  })
  expect(found).toEqual([
    { kind: 'client', subject: ids.nolan },
    { kind: 'person', subject: ids.nora },
  ])
})

describe('[enquiries.md#forgetting] enquiries that became nobody', () => {
  const MONTHS_AGO = `now() - interval '7 months'`
  const asked = (name: string, columns: string, values: string) => `
    insert into contact_submissions (name, business_name, email, phone, service, created_at, ${columns})
      values ('${name}', 'Shop', '${name}@visitor.test', '1', 'ai', ${MONTHS_AGO}, ${values});`
  const OLD = asked('old', 'id', `'10000000-0000-4000-8000-000000000001'`)
  const ENQUIRIES = `
    ${OLD}
    ${asked('archived', 'state, state_changed_at', `'not now', ${MONTHS_AGO}`)}
    ${asked('answered-lately', 'state, answered_at', `'answered', now() - interval '5 months'`)}
    ${asked('archived-lately', 'state, state_changed_at', `'not now', now()`)}
    ${asked('a-client', 'state, client_id', `'client', '${ids.sally}'`)}
    ${asked('with-a-call', 'id', `'10000000-0000-4000-8000-000000000002'`)}
    insert into calls (enquiry_id, starts_at, time_zone, changed_at)
      values ('10000000-0000-4000-8000-000000000002', now() + interval '3 days', 'UTC', ${MONTHS_AGO});
    insert into contact_submissions (name, business_name, email, phone, service, created_at)
      values ('known', 'Shop', 'SALLY@client.test', '1', 'ai', ${MONTHS_AGO});
    insert into mail.mails (key, urgency, recipient, subject)
      select 'enquiry/' || id || '/1', 2, 'hello@south.test', 'Enquiry of ' || name from contact_submissions
      where name in ('old', 'known');`
  const set = (months: number) => `update agencies set forget_enquiries_after = ${months} where answers_website;`
  const names = async (tx: Transaction) =>
    (
      await tx.query<{ name: string }>(
        "select name from contact_submissions where name not like '%olan%' and name not like '%sally%' order by name",
      )
    ).map(({ name }) => name)
  const forget = async (tx: Transaction, isNight = true) => {
    const [row] = await tx.query<{ gone: number }>('select forget_enquiries($1) as gone', [isNight])
    return row?.gone
  }
  const statements = async (tx: Transaction, sql: string) => {
    for (const one of sql.split(/;\s*(?:\n|$)/)) if (one.trim()) await tx.query(one)
  }

  it('are gone after the night, with what hangs on them, and again where an older backup brings them back', async () => {
    const { gone, left, text, back, subjects } = await withScene(async (tx) => {
      await statements(tx, ENQUIRIES + set(6))
      const gone = await forget(tx)
      const receipts = await tx.query<{ receipt: Receipt }>('select erasure_receipts() as receipt')
      const left = await names(tx)
      const text = await everything(tx)
      await statements(tx, OLD)
      const again = JSON.stringify(receipts.map(({ receipt }) => receipt))
      const back = await tx.query('select * from to_erase_again($1)', [again])
      return { gone, left, text, back, subjects: receipts.length }
    })
    expect(gone).toBe(2)
    expect(left).toEqual(['a-client', 'answered-lately', 'archived-lately', 'known', 'with-a-call'])
    expect(linesWith(/old@|of old|archived@/, text)).toEqual([])
    expect(text).toContain('enquiry of known')
    expect(subjects).toBe(1)
    expect(back).toEqual([{ kind: 'enquiry', subject: '10000000-0000-4000-8000-000000000001' }])
  })

  it('stay where nobody has chosen a time, or a longer one, and by day where it was chosen only now', async () => {
    const gone = await withScene(async (tx) => {
      await statements(tx, ENQUIRIES)
      const never = await forget(tx)
      await statements(tx, set(12))
      const later = await forget(tx)
      await statements(tx, set(6))
      return [never, later, await forget(tx, false)]
    })
    expect(gone).toEqual([0, 0, 0])
  })
})
