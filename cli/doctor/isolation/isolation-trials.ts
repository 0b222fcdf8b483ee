import { audibleCallers, tryChat } from '../../../supabase/isolation/chat-trials.ts'
import { functions, tryFunction, worksFor } from '../../../supabase/isolation/database-functions.ts'
import { edgeFunctions, getsIn, tryEdgeFunction } from '../../../supabase/isolation/edge-functions.ts'
import { matrixWhereAnotherAgencyAnswers } from '../../../supabase/isolation/matrix.ts'
import { filesOfChat, filesOfUpdates } from '../../../supabase/isolation/matrix-of-client-tables.ts'
import type { Caller } from '../../../supabase/isolation/rights.ts'
import * as places from '../../../supabase/isolation/stored-files.ts'
import { arrange, type Person } from '../../../supabase/isolation/test-accounts.ts'
import type { TestData } from '../../../supabase/isolation/test-data.ts'
import { tryEverything } from '../../../supabase/isolation/try-every-verb.ts'
import { accessAsWords, type FoundRights, rightsAsWords } from './found-rights.ts'
import { beginningOf, datedTables, seesOlder } from './rows-of-other-agencies.ts'
import { tryChanges } from './try-realtime-changes.ts'

type PartContext = {
  testData: TestData
  /** The people that could be created. */
  people: ReadonlyMap<Caller, Person>
  progress: (text: string) => void
  tables?: readonly string[] | undefined
}

/** The parts of the trial, in this order: the rows of others are counted before the trial creates its own. */
export const parts: Readonly<Record<string, (scene: PartContext) => Promise<FoundRights[]>>> = {
  exposed: ({ testData }) => whatIsExposed(testData),

  'rows of others': async (scene) => {
    const beginning = await beginningOf(scene.testData)
    return forEach(scene, 'rows of others', datedTables, async (table, caller, person) => {
      // Super admins see all rows, so there is nothing to find. Programs cannot ask for a number of rows: the part `tables` has
      // them try rows of other agencies.
      return ['sol', 'reporter', 'zapier'].includes(caller)
        ? undefined
        : { expected: [], found: await seesOlder(table, person, beginning) }
    })
  },

  tables: (scene) => {
    // One caller after the other, since some try the same rows.
    const inTurn = eachAfterTheOther()
    const tables = scene.tables ?? Object.keys(matrixWhereAnotherAgencyAnswers)
    return forEach(scene, 'tables', tables, async (table, caller, person) => ({
      expected: rightsAsWords(matrixWhereAnotherAgencyAnswers[table]?.[caller] ?? nothing),
      found: rightsAsWords(await inTurn(() => tryEverything(table, person, scene.testData))),
    }))
  },

  functions: async (scene) => {
    const closed = await closedFunctions(scene.testData)
    return forEach(scene, 'functions', [...Object.keys(functions), ...closed.keys()], async (name, caller, person) => {
      const may = worksFor(name, caller)
      if (may && functions[name]?.isLeftOut) return undefined
      return { expected: accessAsWords(may), found: accessAsWords(await tryFunction(name, person, closed.get(name))) }
    })
  },

  'edge functions': (scene) =>
    forEach(scene, 'edge functions', Object.keys(edgeFunctions), async (name, caller, person) => {
      const may = getsIn(name, caller)
      if (may && edgeFunctions[name]?.isLeftOut) return undefined
      const { installation, fetch } = scene.testData.accounts
      const found = accessAsWords(await tryEdgeFunction(name, person, installation, fetch))
      return { expected: accessAsWords(may), found }
    }),

  'sign-in': (scene) =>
    forEach(scene, 'sign-in', ['list of all accounts'], async (_name, _caller, { token }) => {
      const { url, anonKey } = scene.testData.accounts.installation
      const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
      const { ok } = await scene.testData.accounts.fetch(`${url}/auth/v1/admin/users?per_page=1`, {
        headers,
        method: 'GET',
      })
      return { expected: [], found: accessAsWords(ok) }
    }),

  // Sign-ins reach the audit trail from the auth service's log, which hosted Supabase keeps in the database only if
  // configured so.
  'audit trail': async ({ testData }) => {
    const { ana, sol } = testData.people
    const told = await arrange(
      sol.db.from('audit_events').select('id').eq('kind', 'signed_in').eq('actor_id', ana.id).limit(1),
    )
    const subject =
      'who signed in; on hosted Supabase switch on Authentication, Audit Logs, "Write audit logs to the database"'
    const found = told.length > 0 ? ['is written'] : []
    return [{ part: 'audit trail', subject, caller: 'everybody', expected: ['is written'], found }]
  },

  files: (scene) =>
    forEach(scene, 'files', [...buckets.keys()], async (bucket, caller, person) => {
      const { place, rights } = buckets.get(bucket) ?? {}
      return {
        expected: rightsAsWords(rights?.[caller] ?? nothing),
        found: rightsAsWords(await places.tryFiles(person, scene.testData, place)),
      }
    }),

  buckets: (scene) =>
    forEach(scene, 'buckets', ['all buckets'], async (_name, _caller, { db }) => {
      const { data: listed } = await db.storage.listBuckets()
      const made = `isolation-trial-${crypto.randomUUID()}`
      await db.storage.createBucket(made)
      // Other verbs on buckets would do harm if they worked.
      const { error } = await scene.testData.accounts.service.storage.deleteBucket(made)
      return { expected: [], found: [...(listed?.length ? ['lists them'] : []), ...(error ? [] : ['makes one'])] }
    }),

  changes: ({ people, testData }) => tryChanges(people, testData),

  chat: async ({ people, testData }) => {
    const heard = await tryChat(people, testData.accounts.installation, testData.accounts.signal)
    const words = (callers: readonly Caller[] | undefined) =>
      callers ? ['gets in', ...callers.filter((other) => people.has(other)).map((other) => `hears ${other}`)] : []
    return [...people.keys()].map((caller) => ({
      part: 'chat',
      subject: 'general',
      caller,
      expected: words(audibleCallers(caller)),
      found: words(heard.get(caller)),
    }))
  },
}

const buckets = new Map([
  [places.filesOfUpdates.bucket, { place: places.filesOfUpdates, rights: filesOfUpdates }],
  [places.filesOfChat.bucket, { place: places.filesOfChat, rights: filesOfChat }],
])

const nothing = { select: [], insert: [], update: [], delete: [] }

async function forEach(
  { people, progress, testData }: PartContext,
  part: string,
  subjects: readonly string[],
  attempt: (
    subject: string,
    caller: Caller,
    person: Person,
  ) => Promise<Pick<FoundRights, 'expected' | 'found'> | undefined>,
): Promise<FoundRights[]> {
  const cells: FoundRights[] = []
  for (const subject of subjects) {
    testData.accounts.signal?.throwIfAborted()
    progress(`${part}: ${subject}`)
    const tried = await Promise.all(
      [...people].map(async ([caller, person]): Promise<FoundRights[]> => {
        const outcome = await attempt(subject, caller, person).catch((error: unknown) => ({
          expected: ['an answer'],
          found: [error instanceof Error ? error.message : String(error)],
        }))
        return outcome ? [{ part, subject, caller, ...outcome }] : []
      }),
    )
    cells.push(...tried.flat())
  }
  return cells
}

type Exposed = { kind: 'table' | 'function'; name: string; guarded: boolean }

const surfaceOf = ({ accounts }: TestData): Promise<Exposed[]> => arrange(accounts.service.rpc('api_surface'))

/**
 * Checks that the API exposes what the matrix names and nothing else: tables with row security, functions with their
 * callers.
 */
async function whatIsExposed(testData: TestData): Promise<FoundRights[]> {
  const surface = await surfaceOf(testData)
  const decided = [
    ...Object.keys(matrixWhereAnotherAgencyAnswers).map((name) => ({ kind: 'table', name, guarded: true })),
    ...Object.keys(functions).map((name) => ({ kind: 'function', name, guarded: false })),
  ]
  const words = (exposed: { guarded: boolean } | undefined) => {
    if (!exposed) return []
    return [exposed.guarded ? 'guarded' : 'open']
  }
  const closed = surface.filter(({ kind, name, guarded }) => kind === 'function' && guarded && !(name in functions))
  const isSame = (one: { kind: string; name: string }) => (other: { kind: string; name: string }) =>
    one.kind === other.kind && one.name === other.name
  const all = [...decided, ...surface.filter((found) => !closed.includes(found) && !decided.some(isSame(found)))]
  return all.map((subject) => ({
    part: 'exposed',
    subject: `${subject.kind} ${subject.name}`,
    caller: 'everybody',
    expected: words(decided.find(isSame(subject))),
    found: words(surface.find(isSame(subject))),
  }))
}

function eachAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** Functions that nobody may call, each with empty arguments, so that a call would do nothing. */
async function closedFunctions(testData: TestData): Promise<Map<string, object>> {
  const surface = await surfaceOf(testData)
  const { url, serviceRoleKey } = testData.accounts.installation
  const headers = {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    accept: 'application/openapi+json',
  }
  const described = await (await testData.accounts.fetch(`${url}/rest/v1/`, { headers })).json()
  const names = surface.filter(({ kind, name }) => kind === 'function' && !(name in functions)).map(({ name }) => name)
  return new Map(
    names.map((name) => [name, Object.fromEntries(argumentsOf(described, name).map((each) => [each, null]))]),
  )
}

function argumentsOf(described: unknown, name: string): string[] {
  const call = Object(Object(Object(described).paths)[`/rpc/${name}`]).post
  const parameters: unknown[] = Object(call).parameters ?? []
  const body = parameters.map((each) => Object(each)).find((each) => each.in === 'body')
  return Object.keys(Object(body?.schema?.properties))
}
