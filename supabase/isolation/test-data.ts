import { keyCaller } from './key-caller.ts'
import { sealed } from './random-payload.ts'
import type { Caller } from './rights.ts'
import { arrange, type Person, type TestAccounts } from './test-accounts.ts'

/** The agencies with people. `closed` is inactive. The further agency `spare` has nobody and may be deleted. */
export type Agency = 'north' | 'south' | 'closed'

export type Row = Record<string, unknown>

/** The data on which the matrix is tried: people of every kind, and a set of rows in each agency. */
export type TestData = {
  accounts: TestAccounts
  people: Record<Caller, Person>
  /** Callers that the installation cannot have, and why. The visitor stands in for them. */
  absent: ReadonlyMap<Caller, string>
  /** Accounts that the trial has created, including those of absent callers. */
  createdPeople: readonly Person[]
  /** True if the trial runs beside people at work: it leaves no rows and notifies nobody. */
  isTraceless: boolean
  /** A person in each agency, and one in none, as targets for the callers. */
  others: Record<Agency | 'nowhere', Person>
  agencies: Record<Agency | 'spare', string>
  agencyRows: Record<Agency | 'spare', Row>
  work: Record<
    Agency,
    { client: string; project: string; update: string; request: string; link: string; entry: string; webhook: string }
  >
  /** The keys of the callers that are programs. */
  keys: readonly string[]
  /** A line of the audit trail about each agency. */
  audited: Record<Agency, string>
}

/** Callers that existed before: in tests the people of the seed. */
type SeedPeople = Pick<TestData['people'], 'nia' | 'uma' | 'ben' | 'ana' | 'abe' | 'sol' | 'cleo'>
type Setting = { north: string; south: string; nameOf?: (agency: string) => string; isTraceless?: boolean }

export async function createTestData(
  accounts: TestAccounts,
  { north, south, nameOf = String, isTraceless = false }: Setting,
  cast: SeedPeople,
): Promise<TestData> {
  const { service, newPerson } = accounts
  const agencies = { north, south, closed: crypto.randomUUID(), spare: crypto.randomUUID() }
  await arrange(
    service.from('agencies').insert([
      { id: agencies.closed, name: nameOf('Closed'), is_active: false },
      { id: agencies.spare, name: nameOf('Spare'), is_active: true },
    ]),
  )
  const absent = new Map<Caller, string>()
  const ifPossible = (caller: Caller, come: Promise<Person>) =>
    come.catch((error: unknown) => {
      absent.set(caller, error instanceof Error ? error.message : String(error))
      return accounts.visitor
    })
  const dora = await newPerson('Dora', { agencyId: north, roles: ['agency_staff', 'agency_admin'] })
  await accounts.takeRolesAway(dora)
  const otis = await newPerson('Otis', { agencyId: north, roles: ['agency_staff'] })
  const tova = await newPerson('Tova', { agencyId: north, roles: ['super_admin'] })
  const petra = await newPerson('Petra', { agencyId: north, roles: ['super_admin'] })
  const ivy = await newPerson('Ivy', { agencyId: agencies.closed, roles: ['agency_staff'] })
  const reporter = await keyCaller(accounts, cast.ana, 'read')
  const zapier = await keyCaller(accounts, cast.ana, 'write')
  return {
    accounts,
    people: {
      ...cast,
      visitor: accounts.visitor,
      ivy,
      dora,
      otis: await accounts.signOutButKeepToken(otis),
      tova: await ifPossible('tova', accounts.passwordAlone(tova)),
      planner: await ifPossible('planner', accounts.applicationOf(petra)),
      reporter,
      zapier,
    },
    absent,
    createdPeople: [ivy, dora, otis, tova, petra],
    isTraceless,
    others: {
      north: await newPerson('Nora', { agencyId: north }),
      south: await newPerson('Susan', { agencyId: south }),
      closed: await newPerson('Clara', { agencyId: agencies.closed }),
      nowhere: await newPerson('Noah'),
    },
    agencies,
    agencyRows: {
      ...(await inEach(agencies, (id) => agencyRow(accounts, id))),
      spare: await agencyRow(accounts, agencies.spare),
    },
    work: await inEach(agencies, (id) => startWork(accounts, id)),
    keys: [reporter.key, zapier.key],
    audited: await inEach(agencies, (id) => auditedIn(accounts, id)),
  }
}

/** Makes something in each agency with people, one after the other. */
const inEach = async <Thing>(ids: Record<Agency, string>, make: (id: string) => Promise<Thing>) => ({
  north: await make(ids.north),
  south: await make(ids.south),
  closed: await make(ids.closed),
})

/** Removes everything except the callers that existed before. */
export async function removeTestData({ accounts, createdPeople, others, agencies, work, keys }: TestData) {
  const { service } = accounts
  await accounts.removePeople(...createdPeople, ...Object.values(others))
  const entries = Object.values(work).map(({ entry }) => entry)
  await arrange(service.from('password_vault').delete().in('id', entries))
  const clients = Object.values(work).map(({ client }) => client)
  await arrange(service.from('clients').delete().in('id', clients))
  const webhooks = Object.values(work).map(({ webhook }) => webhook)
  await arrange(service.from('webhooks').delete().in('id', webhooks))
  await arrange(service.from('program_keys').delete().in('id', keys))
  await arrange(service.from('agencies').delete().in('id', [agencies.closed, agencies.spare]))
}

async function agencyRow({ service }: TestAccounts, id: string): Promise<Row> {
  const [row] = await arrange(service.from('agencies').select('id, name, contact_person').eq('id', id))
  if (!row) throw new Error(`There is no agency ${id}.`)
  return row
}

/** Finds an audit line of the agency; adding a person has written one. */
async function auditedIn({ service }: TestAccounts, agency: string): Promise<string> {
  const [line] = await arrange(service.from('audit_events').select('id').eq('agency_id', agency).limit(1))
  if (!line) throw new Error(`Nothing was written down about the agency ${agency}.`)
  return line.id
}

async function startWork({ service }: TestAccounts, agency: string) {
  const [client, project, update] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const [request, link, entry] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const webhook = crypto.randomUUID()
  await arrange(
    service
      .from('clients')
      .insert({ id: client, agency_id: agency, name: 'Isolation', email: 'client@isolation.test' }),
  )
  await arrange(
    service
      .from('projects')
      .insert({ id: project, agency_id: agency, client_id: client, name: 'Isolation', project_type: 'maintenance' }),
  )
  await arrange(
    service
      .from('project_updates')
      .insert({ id: update, project_id: project, title: 'Isolation', content: 'Isolation', visibility: 'client' }),
  )
  await arrange(service.from('client_links').insert({ id: link, client_id: client, name: 'Isolation' }))
  const asked = { id: request, client_id: client, title: 'Isolation', name: 'Isolation', notified_at: '2001-01-01' }
  await arrange(service.from('client_requests').insert(asked))
  const shared = { id: entry, agency_id: agency, title: 'Isolation', encrypted_password: sealed() }
  await arrange(service.from('password_vault').insert(shared))
  const paused = { agency_id: agency, name: 'Isolation', url: 'https://isolation-trial.invalid/', is_paused: true }
  await arrange(service.from('webhooks').insert({ id: webhook, ...paused, events: ['client.added'] }))
  return { client, project, update, request, link, entry, webhook }
}
