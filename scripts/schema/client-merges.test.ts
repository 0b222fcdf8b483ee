import { inspectAfterSql, type Transaction, throwawayDatabase } from 'engine/testing/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectDir } from './project-sql.ts'

const north = 'a0000000-0000-4000-8000-000000000001'
const south = 'a0000000-0000-4000-8000-000000000002'
const ana = 'b0000000-0000-4000-8000-000000000001'
const harbor = 'c0000000-0000-4000-8000-000000000001'
const corner = 'c0000000-0000-4000-8000-000000000002'
const elsewhere = 'c0000000-0000-4000-8000-000000000003'
const shop = 'c0000000-0000-4000-8000-000000000004'

/** 200 rows of a client in every table. */
const workOf = (client: string, name: string) => `
  insert into projects (agency_id, client_id, name, project_type)
  select '${north}', '${client}', '${name} ' || n, 'consultation' from generate_series(1, 200) as n;
  insert into project_updates (project_id, title, content, visibility, counts_as_content_update)
  select id, 'Title', 'Content', 'client', true from projects where client_id = '${client}';
  insert into client_mails (update_id, recipient)
  select project_updates.id, '${name}@mail.test'
  from project_updates join projects on projects.id = project_id where client_id = '${client}';
  insert into project_steps (project_id, title) select id, 'Step' from projects where client_id = '${client}';
  insert into client_notes (client_id, staff_id, note_text)
  select '${client}', '${ana}', 'Note ' || n from generate_series(1, 200) as n;
  insert into client_people (client_id, name, email)
  select '${client}', '${name} ' || n, n || '@${name}.test' from generate_series(1, 200) as n;
  with links as (
    insert into client_links (client_id, name, is_main_persons)
    select '${client}', 'Link ' || n, n = 1 from generate_series(1, 200) as n returning id
  ), opened as (
    insert into client_link_openings (link_id) select id from links
  )
  insert into private.client_link_tokens (link_id, token_hash) select id, sha256(uuid_send(id)) from links;
  insert into password_vault (user_id, client_id, title, encrypted_password)
  select '${ana}', '${client}', 'Entry', '{"v":1,"iterations":250000,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","nonce":"'
    || left(encode(sha256(convert_to('${name}' || n, 'UTF8')), 'base64'), 16) || '","ciphertext":"'
    || encode(sha256(convert_to('${name}' || n, 'UTF8')), 'base64') || '"}'
  from generate_series(1, 200) as n;
  insert into contact_submissions (name, business_name, email, phone, service, message, client_id)
  select '${name}', 'Shop', '${name}@ask.test', '1', 'ai', 'Message ' || n, '${client}' from generate_series(1, 200) as n;
  insert into calls (client_id, starts_at, time_zone)
  select '${client}', now() + make_interval(days => n), 'UTC' from generate_series(1, 200) as n;
  insert into client_earlier_plans (client_id, plan, until, replaced_at)
  select '${client}', 'Starter AI', '2020-01-01', now() - interval '1 year' - make_interval(days => n)
  from generate_series(1, 200) as n;
  insert into imports (id, agency_id, kind, added, updated) values ('${client}', '${north}', 'clients', 1, 0);
  insert into private.imported_rows (import_id, client_id, updated_at) values ('${client}', '${client}', now());`

/** In parts, since the database ends a statement that takes a minute, as 200 rows may on a busy machine. */
const SCENE = [
  `
  insert into agencies (id, name) values ('${north}', 'North Road'), ('${south}', 'South Street');
  insert into auth.users (id, email) values ('${ana}', 'ana@staff.test');
  insert into auth.sessions (id, user_id) values ('${ana}', '${ana}');
  update user_profiles set agency_id = '${north}' where id = '${ana}';
  insert into user_roles values ('${ana}', 'agency_staff');
  insert into clients (id, agency_id, name, email, phone, plan, plan_since, updated_at) values
    ('${harbor}', '${north}', 'Harbor Bakery', 'hi@harbor.test', null, 'Starter AI', '2026-01-01', '2026-02-03'),
    ('${corner}', '${north}', 'Corner Shop', 'hi@corner.test', '555 0100', 'Growth AI', '2026-05-01', '2026-02-04'),
    ('${shop}', '${north}', 'Old Shop', 'hi@shop.test', null, null, null, '2026-02-05'),
    ('${elsewhere}', '${south}', 'Elsewhere', 'hi@elsewhere.test', null, null, null, '2026-02-05')`,
  ...workOf(harbor, 'harbor').split(/;$/m),
  ...workOf(corner, 'corner').split(/;$/m),
  `select set_config('request.jwt.claims',
    '{"sub": "${ana}", "session_id": "${ana}", "role": "authenticated", "aal": "aal1"}', false);
  delete from client_notes where client_id = '${corner}' and note_text = 'Note 200';
  delete from projects where client_id = '${corner}' and name = 'corner 200';
  reset all`,
]

let database: Awaited<ReturnType<typeof throwawayDatabase>>
beforeAll(async () => {
  database = await throwawayDatabase(projectDir)
  await database.transaction({}, async (tx) => {
    for (const sql of SCENE) await tx.query(sql)
  })
})
afterAll(() => database[Symbol.asyncDispose]())

const CLAIMS = JSON.stringify({ sub: ana, session_id: ana, role: 'authenticated', aal: 'aal1' })

/** Runs a look on the scene, as Ana, and undoes what it changed. */
const asAna = <T extends object>(look: (tx: Transaction) => Promise<T>): Promise<T> =>
  inspectAfterSql(database, new Map(), async (tx) => {
    await tx.query("select set_config('request.jwt.claims', $1, true)", [CLAIMS])
    return look(tx)
  })

/** The number of rows and the hash of every table, except for the audit trail, in which lines are added. */
async function hashes(tx: Transaction): Promise<Record<string, string>> {
  const tables = await tx.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and nspname in ('public', 'private', 'storage') and relname not like 'audit%'`,
  )
  const told: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await tx.query<{ told: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as told
       from (select entry::text as line from ${name} as entry) as lines`,
    )
    told[name] = row?.told ?? ''
  }
  return told
}

const merge = (tx: Transaction, taken: readonly string[] | null = null, [kept, merged] = [harbor, corner]) =>
  tx.query('select merge_clients($1, $2, $3)', [kept, merged, taken])
const undo = (tx: Transaction, merged = corner) =>
  tx.query<{ gone: number; newer: number; changed: string[] }>('select * from undo_client_merge($1)', [merged])
const one = async <T extends Record<string, unknown>>(tx: Transaction, text: string, values: unknown[] = []) =>
  (await tx.query<T>(text, values))[0]

describe('[clients.md#merging] a merge', () => {
  it('has a place for every reference to a client', async () => {
    const { references, places } = await asAna(async (tx) => ({
      references: await tx.query<{ name: string }>(
        `select conrelid::regclass || '.' || attname as name
         from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
         where contype = 'f' and confrelid = 'public.clients'::regclass order by 1`,
      ),
      places: await tx.query<{ name: string }>(
        `select place || '.' || named as name from private.places_of_clients()
         where place <> 'public.recently_deleted'::regclass order by 1`,
      ),
    }))
    expect(places).toEqual(references)
  })

  it.each([
    ['with the values of the kept client', null],
    ['with the values of the other', ['name', 'email', 'phone', 'plan', 'wants_digest']],
  ])('of two clients with 200 rows each %s is undone without a trace', async (_how, taken) => {
    const { before, merged, after, kept, counted, audited } = await asAna(async (tx) => {
      const before = await hashes(tx)
      await merge(tx, taken)
      const merged = await hashes(tx)
      const kept = await one(tx, 'select name, email, phone, plan from clients where id = $1', [harbor])
      const counted = await one(
        tx,
        `select (select count(*)::int from projects where client_id = $1) as projects,
                (select count(*)::int from client_people where client_id = $1) as people,
                (select count(*)::int from password_vault where client_id = $1) as entries,
                (select count(*)::int from client_links where client_id = $1) as links,
                (select count(*)::int from contact_submissions where client_id = $1) as enquiries,
                (select count(*)::int from clients where id = $2) as merged`,
        [harbor, corner],
      )
      await undo(tx)
      const after = await hashes(tx)
      const audited = await tx.query<{ kind: string }>(
        `select kind from audit_events where kind not in ('note_deleted', 'project_deleted') and actor_id = $1 order by created_at`,
        [ana],
      )
      return { before, merged, after, kept, counted, audited }
    })
    expect(kept).toEqual(
      taken
        ? { name: 'Corner Shop', email: 'hi@corner.test', phone: '555 0100', plan: 'Growth AI' }
        : { name: 'Harbor Bakery', email: 'hi@harbor.test', phone: '555 0100', plan: 'Starter AI' },
    )
    expect(counted).toEqual({ projects: 399, people: 401, entries: 400, links: 400, enquiries: 400, merged: 0 })
    expect(merged['public.projects']).not.toBe(before['public.projects'])
    expect(after).toEqual(before)
    expect(audited.map(({ kind }) => kind)).toEqual(['clients_merged', 'merge_undone'])
  })

  it('that is undone leaves what somebody has done since, and says what', async () => {
    const { stays, client, renamed, deleted, note } = await asAna(async (tx) => {
      await merge(tx)
      await tx.query("update clients set phone = '1' where id = $1", [harbor])
      await tx.query("update projects set name = 'Renamed' where name = 'corner 2'")
      const lost = await one<{ id: string }>(tx, "select id from projects where name = 'corner 1'")
      await tx.query('delete from projects where id = $1', [lost?.id])
      await tx.query("insert into client_notes (client_id, note_text) values ($1, 'Newer')", [harbor])
      await tx.query('update client_notes set created_at = now() + interval $$1 second$$ where note_text = $$Newer$$')
      const stays = await undo(tx)
      await tx.query('select bring_back(array[$1::uuid])', [lost?.id])
      const clientOf = (table: string, condition: string) =>
        one(tx, `select client_id from ${table} where ${condition}`)
      return {
        stays,
        client: await one(tx, 'select phone from clients where id = $1', [harbor]),
        renamed: await clientOf('projects', "name = 'Renamed'"),
        deleted: await clientOf('projects', "name = 'corner 1'"),
        note: await clientOf('client_notes', "note_text = 'Newer'"),
      }
    })
    expect(stays).toEqual([{ gone: 1, newer: 1, changed: ['phone'] }])
    expect(client).toEqual({ phone: '1' })
    expect(renamed).toEqual({ client_id: corner })
    expect(deleted).toEqual({ client_id: corner })
    expect(note).toEqual({ client_id: harbor })
  })

  it.each([
    [
      'the next contact',
      ['next_contact_on', 'next_contact_note'],
      "next_contact_on = '2026-12-05', next_contact_note = 'Offer'",
      "next_contact_note = 'Another offer'",
    ],
    ['the plan', ['plan', 'plan_since'], "plan = 'Growth AI', plan_since = '2026-02-01'", "plan = 'Custom AI'"],
    // Both had the same first day, which the merge therefore did not change.
    ['the first day', ['plan', 'plan_since'], "plan = 'Growth AI'", "plan_since = '2026-03-01'"],
    [
      'the main person',
      ['email', 'main_person_role'],
      "email = 'new@corner.test', main_person_role = 'Owner'",
      "main_person_role = 'Former owner'",
    ],
  ])(
    'of which somebody has changed a part of %s since is undone, and leaves it whole',
    async (_what, columns, of, since) => {
      const { edited, stays, after, people } = await asAna(async (tx) => {
        const kept = () => one(tx, `select ${columns} from clients where id = $1`, [harbor])
        await tx.query(`update clients set ${of} where id = $1`, [corner])
        await merge(tx, columns)
        await tx.query(`update clients set ${since} where id = $1`, [harbor])
        const edited = await kept()
        const [stays] = await undo(tx)
        const people = `select 1 from clients where email = 'hi@harbor.test'
        union all select 1 from client_people where email = 'hi@harbor.test'`
        return { edited, stays, after: await kept(), people: await tx.query(people) }
      })
      expect(after).toEqual(edited)
      expect(stays?.changed).toEqual([since.split(' ')[0]])
      expect(people).toHaveLength(1)
    },
  )

  it('leads the links of the merged client to the kept one, and keeps its main person', async () => {
    const { page, person, restored } = await asAna(async (tx) => {
      const link = await one<{ id: string }>(
        tx,
        'select id from client_links where client_id = $1 and is_main_persons',
        [corner],
      )
      // What was deleted before is restored to the kept client.
      const gone = await one<{ subject_id: string }>(tx, "select subject_id from recently_deleted where kind = 'note'")
      await merge(tx)
      await tx.query('select bring_back(array[$1::uuid])', [gone?.subject_id])
      return {
        page: await one(
          tx,
          `select opened.page ->> 'client' as client, opened.page ->> 'person' as person
           from (select open_client_page(encode(sha256(uuid_send($1::uuid)), 'hex')) as page) as opened`,
          [link?.id],
        ),
        person: await one(tx, "select client_id, email from client_people where name = 'Corner Shop'"),
        restored: await one(tx, 'select client_id from client_notes where id = $1', [gone?.subject_id]),
      }
    })
    expect(page).toEqual({ client: 'Harbor Bakery', person: 'Corner Shop' })
    expect(person).toEqual({ client_id: harbor, email: 'hi@corner.test' })
    expect(restored).toEqual({ client_id: harbor })
  })

  it('is of two clients of the own agency, and is erased with the kept one', async () => {
    const { refused, left } = await asAna(async (tx) => {
      const refused: string[] = []
      for (const other of [elsewhere, harbor]) {
        await tx.query('savepoint tried')
        await merge(tx, null, [harbor, other]).catch((error: unknown) => refused.push(String(error)))
        await tx.query('rollback to savepoint tried')
      }
      await merge(tx, [], [harbor, shop])
      await tx.query("select erase('client', $1, true)", [harbor])
      return {
        refused,
        left: await tx.query(
          `select id from clients where id in ($1, $2) union all select subject_id from recently_deleted where subject_id = $2`,
          [harbor, shop],
        ),
      }
    })
    expect(refused).toEqual(Array(2).fill('error: One of these clients no longer exists, or you may not merge them.'))
    expect(left).toEqual([])
  })
})
