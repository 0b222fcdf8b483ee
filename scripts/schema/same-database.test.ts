import { catalogue, inspectAfterSql, throwawayDatabase } from 'engine/testing/database'
import { expect, it } from 'vitest'
import { history, state, stateFiles } from './project-sql.ts'

/** Possible mistakes: the text in the schemas, its replacement, and the object that then differs. */
const mistakes = [
  [
    'using (id = (select private.my_agency_id())',
    'using (true',
    'policy public.agencies staff read their own agency, super admins all',
  ],
  [
    'on public.clients for insert to authenticated',
    'on public.clients for insert to anon',
    'policy public.clients staff add clients to their agency, super admins to any',
  ],
  ['grant select, delete on public.projects', 'grant select on public.projects', 'relation public.projects'],
  [
    'update (display_name, avatar_url, agency_id, wants_digest)',
    'update (display_name, agency_id, wants_digest)',
    'column public.user_profiles.avatar_url',
  ],
  ['alter table public.user_roles enable row level security;', '', 'relation public.user_roles'],
  ["default 'prospect'", "default 'active'", 'column public.clients.prospect_status'],
  ['title        text not null check (', 'title        text check (', 'column public.project_updates.title'],
  ['check (budget >= 0)', 'check (budget > 0)', 'constraint public.projects projects_budget_check'],
  ['(agency_id, room_id, created_at desc)', '(agency_id, created_at desc)', 'index public.chat_messages_agency_id_idx'],
  ['update of not_after, aal on', 'update of not_after on', 'trigger auth.sessions recheck_chat'],
  ['sessions.oauth_client_id is null', 'true', 'function private.session_owner()'],
  ['on function public.me to authenticated', 'on function public.me to anon', 'function me()'],
  ['alter publication supabase_realtime add table public.clients;', '', 'publication supabase_realtime'],
  ["'client-update-files', false", "'client-update-files', true", 'rows of storage.buckets'],
  ["'Passwords', '{reset-user-password}'", "'Secrets', '{reset-user-password}'", 'rows of public.role_permissions'],
] as const

it('is the same by its migrations and by its schemas, and a mistake is seen', async () => {
  await using database = await throwawayDatabase(undefined, { exposesNewTables: false })
  const schemas = await state()
  const byState = await inspectAfterSql(database, schemas, catalogue)
  expect(byState).toEqual(await inspectAfterSql(database, history(), catalogue))

  const mistaken = await inspectAfterSql(database, new Map(Array.from(schemas, withMistakes)), catalogue)
  const names = Object.keys({ ...byState, ...mistaken })
  const seen = names.filter((name) => byState[name] !== mistaken[name])
  expect(seen).toEqual(expect.arrayContaining(mistakes.map(([, , name]) => name)))
})

it('has every file of the schemas in config.toml, once', async () => {
  expect([...(await state()).keys()].toSorted()).toEqual(stateFiles().toSorted())
})

const withMistakes = ([file, sql]: [string, string]): [string, string] => [
  file,
  mistakes.reduce((text, [right, wrong]) => text.replace(right, wrong), sql),
]
