import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProjectUpdate } from '../../lib/row-types.ts'
import { containsPattern } from '../../lib/search-filter.ts'
import { type Supabase, supabase } from '../../lib/supabase.ts'
import { unwrap, unwrapCount } from '../../lib/unwrap.ts'
import type { ProjectChoice, ReportedUpdate, UpdateVersion } from './update.ts'

/** The most projects that a plain list offers. */
export const CHOICES = 50

export type ProjectChoices = { rows: ProjectChoice[]; count: number }

/** The client's projects whose name contains the typed text, newest first, and their count. */
export const projectChoicesQuery = (clientId: string, search = '') =>
  queryOptions({
    queryKey: ['projects', 'choices', clientId, search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ProjectChoices> => {
      const all = (await supabase()).from('projects').select('id, name', { count: 'exact' }).eq('client_id', clientId)
      const found = search === '' ? all : all.like('search_name', containsPattern(search))
      const newest = found.order('created_at', { ascending: false }).order('id')
      const answer = await newest.range(0, CHOICES - 1).abortSignal(signal)
      return { rows: unwrap(answer), count: unwrapCount(answer) }
    },
  })

/** One project by its id; null where the client has no such project. */
export const projectChoiceQuery = (clientId: string, id: string) =>
  queryOptions({
    queryKey: ['projects', 'choice', clientId, id],
    queryFn: async ({ signal }): Promise<ProjectChoice | null> => {
      const project = (await supabase()).from('projects').select('id, name').eq('client_id', clientId).eq('id', id)
      return unwrap(await project.abortSignal(signal).maybeSingle())
    },
  })

/** The number of updates that are loaded at a time. */
const UPDATES_AT_A_TIME = 10

type UpdateCursor = Pick<ReportedUpdate, 'id' | 'created_at'>
type HistoryPage = { rows: ReportedUpdate[]; countFromHere: number }

/** The updates about a client's projects, newest first, with as many pages as the person asked for. */
export const updateHistoryQuery = (clientId: string) =>
  updatesOf([clientId], (client, signal) => readProjectIds(client, clientId, signal))

/** The updates about one project. */
export const projectUpdatesQuery = (projectId: string) => updatesOf(['project', projectId], async () => [projectId])

export type UpdatesQuery = ReturnType<typeof updatesOf>

type ProjectIds = (client: Supabase, signal: AbortSignal) => Promise<string[]>

const updatesOf = (key: readonly string[], projectIds: ProjectIds) =>
  infiniteQueryOptions({
    queryKey: ['client-updates', ...key],
    initialPageParam: undefined as UpdateCursor | undefined,
    queryFn: ({ pageParam: after, signal }) => readHistory(projectIds, after, signal),
    getNextPageParam: ({ rows, countFromHere }) => (countFromHere > rows.length ? rows.at(-1) : undefined),
    select: ({ pages }) => ({ updates: pages.flatMap(({ rows }) => rows), count: pages[0]?.countFromHere ?? 0 }),
  })

async function readHistory(
  ids: ProjectIds,
  after: UpdateCursor | undefined,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const client = await supabase()
  const projectIds = await ids(client, signal)
  const parts = await Promise.all(
    chunksOf(projectIds, IDS_IN_AN_ADDRESS).map((ids) => readUpdates(client, ids, after, signal)),
  )
  const newest = parts
    .flatMap(({ rows }) => rows)
    .sort(newestFirst)
    .slice(0, UPDATES_AT_A_TIME)
  // All are awaited together: when the page is left each fails, and none may stay unhandled.
  const [reaches, ...attachments] = await Promise.all([
    readReaches(client, newest, signal),
    ...newest.map(({ id }) => readAttachments(client, id, signal)),
  ])
  return {
    rows: newest.map((update, index) => ({
      ...update,
      attachments: attachments[index] ?? [],
      reach: reaches.find(({ update_id }) => update_id === update.id),
    })),
    countFromHere: parts.reduce((sum, { count }) => sum + count, 0),
  }
}

/** The most rows of a PostgREST answer. */
const ROWS_IN_AN_ANSWER = 1000

/** An id takes 39 characters of an address, and some proxies limit an address to 8,000. */
const IDS_IN_AN_ADDRESS = 100

async function readProjectIds(client: Supabase, clientId: string, signal: AbortSignal): Promise<string[]> {
  const ids: string[] = []
  for (;;) {
    const projects = client.from('projects').select('id').eq('client_id', clientId).abortSignal(signal)
    const more = unwrap(await projects.order('id').range(ids.length, ids.length + ROWS_IN_AN_ANSWER - 1))
    ids.push(...more.map(({ id }) => id))
    if (more.length < ROWS_IN_AN_ANSWER) return ids
  }
}

const SHOWN =
  '*, project:projects(name), author:user_profiles(display_name), answer:update_answers(answer, comment, name, person, created_at), mails:client_mails(recipient, created_at, mailed_at, reminder, returned_at, return_reason), replies:client_notes(id, created_at, note_text, sender_name, sender_email, is_confirmed)'

/** The newest updates of some projects that are older than `after`, and their count. */
async function readUpdates(
  client: Supabase,
  projectIds: string[],
  after: UpdateCursor | undefined,
  signal: AbortSignal,
) {
  const all = client
    .from('project_updates')
    .select(SHOWN, { count: 'exact' })
    .in('project_id', projectIds)
    .abortSignal(signal)
  const older = after
    ? all.or(`created_at.lt."${after.created_at}",and(created_at.eq."${after.created_at}",id.lt.${after.id})`)
    : all
  const newest = older.order('created_at', { ascending: false }).order('id', { ascending: false })
  const answer = await newest.range(0, UPDATES_AT_A_TIME - 1)
  return { rows: unwrap(answer), count: unwrapCount(answer) }
}

/** Reads how often the visible updates were opened. */
async function readReaches(client: Supabase, updates: readonly ProjectUpdate[], signal: AbortSignal) {
  const ids = updates.filter(({ visibility }) => visibility === 'client').map(({ id }) => id)
  if (ids.length === 0) return []
  const reaches = client.from('update_reach').select('update_id, times_opened, first_opened_at, last_opened_at')
  return unwrap(await reaches.in('update_id', ids).abortSignal(signal))
}

/** Times have one notation and time zone, so that they compare as text. */
function newestFirst(a: UpdateCursor, b: UpdateCursor) {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

const readAttachments = async (client: Supabase, updateId: string, signal: AbortSignal) =>
  unwrap(
    await client
      .from('client_update_attachments')
      .select()
      .eq('update_id', updateId)
      .order('created_at')
      .order('id')
      .abortSignal(signal),
  )

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

/** The former versions of an update, newest first. */
export const updateVersionsQuery = (updateId: string) =>
  queryOptions({
    queryKey: ['client-updates', 'versions', updateId],
    queryFn: async ({ signal }): Promise<UpdateVersion[]> => {
      const versions = (await supabase())
        .from('project_update_versions')
        .select('*, author:user_profiles(display_name)')
        .eq('update_id', updateId)
      return unwrap(await versions.order('replaced_at', { ascending: false }).limit(100).abortSignal(signal))
    },
  })
