import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { reads } from '../testing/portal-reads.ts'
import { newQueryClient } from './writes/query-client.ts'
import { staleQueriesByTable } from './writes/stale-after.ts'

const fake = vi.hoisted(() => {
  const read = new Set<string>()
  const row = { id: 'one', created_at: '2026-11-22T12:00:00Z', user_profiles: null }
  const answer = { data: [row], error: null, count: 1, status: 200 }
  const ofMonths = ['clients', 'client_months', 'projects', 'project_updates', 'update_answers']
  /** Tables that views and functions read from, by name. */
  const tablesOf: Record<string, readonly string[]> = {
    update_reach: ['project_updates', 'projects', 'clients', 'client_link_openings', 'update_answers'],
    plan_months: ['clients', 'client_earlier_plans', 'projects', 'project_updates'],
    client_month: [...ofMonths, 'agencies', 'client_earlier_plans'],
    months_of_client: ofMonths,
    months_to_send: ofMonths,
    enquiry_figures: ['contact_submissions', 'calls'],
    enquiry_origins: ['contact_submissions', 'enquiry_sources'],
    count_enquiries_to_forget: ['contact_submissions', 'agencies', 'clients'],
    visit_figures: ['page_counts'],
    audit_trail: ['audit_events'],
    leaver: ['user_profiles', 'user_roles', 'password_vault', 'vault_access_logs'],
    leavers_list: ['user_profiles', 'user_roles', 'password_vault', 'vault_access_logs'],
    entries_to_take_over: ['user_profiles', 'user_roles', 'password_vault'],
    mail_state: ['mail.mails'],
    queued_mails: ['mail.mails'],
    backup_state: ['engine.backups'],
    my_calendar_feed: ['private.calendar_feeds'],
    my_unread: ['chat_messages', 'notices'],
    find_anything: ['clients', 'client_people', 'projects', 'project_updates', 'user_profiles'],
    // The query of this function runs anew with each pause in typing.
    text_gives_away: ['client_notes'],
  }
  /** Answers every query with one row, and records the table and those joined to it. */
  const from = (name: string): object => {
    for (const table of tablesOf[name] ?? [name]) read.add(table)
    return new Proxy(
      {},
      {
        get(_, method) {
          if (method === 'then') return (resolve: (answer: unknown) => void) => resolve(answer)
          return (...given: unknown[]) => {
            if (method === 'select') for (const joined of joinedIn(String(given[0] ?? ''))) read.add(joined)
            return from(name)
          }
        },
      },
    )
  }
  const joinedIn = (columns: string) => [...columns.matchAll(/(\w+)(?:!\w+)*\(/g)].flatMap(([, name]) => name ?? [])
  return { read, client: { from, rpc: from } }
})

vi.mock('../lib/supabase-project.ts', () => ({ readProject: async () => ({ sessionKey: 'session' }) }))
vi.mock('../lib/supabase.ts', () => ({ supabase: async () => fake.client, wholeSupabase: async () => fake.client }))

beforeEach(() => fake.read.clear())

/**
 * Queries that no changed table makes stale: the contents of an agency are counted anew each time, second factors
 * belong to the accounts, the matches of an import are refreshed with the list that it is imported into, the files of
 * mails are in Storage and change with the notes that the mails become, and a function of the server says whether anybody is told
 * of enquiries, which is refreshed with the agencies.
 */
const needNoTable = ['contentsQuery', 'twoStepQuery', 'matchesQuery', 'replyFilesQuery', 'toldOfEnquiriesQuery']

it.each(Object.entries(reads))('a change of each table that %s reads makes it stale', async (_name, read) => {
  const queryClient = newQueryClient()
  await read(queryClient)
  const [query] = queryClient.getQueryCache().getAll()
  const staleKeys = (table: string) => Object.entries(staleQueriesByTable).find(([one]) => one === table)?.[1] ?? []
  const refreshedBy = (table: string) =>
    staleKeys(table).some((key) => key.every((word, index) => query?.queryKey[index] === word))
  expect(fake.read.size).toBeGreaterThan(0)
  expect([...fake.read].filter((table) => !refreshedBy(table))).toEqual([])
})

it('knows each query of the portal', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] })
  const found = sources.flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/export const (\w+Query)\b/g)].map(
      ([, name]) => name,
    ),
  )
  const known = Object.keys(reads).filter((name) => !name.includes(' '))
  expect(found.sort()).toEqual([...known, ...needNoTable].sort())
})
