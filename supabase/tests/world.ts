import type { Caller } from './isolation.matrix.ts'
import {
  applicationOf,
  arrange,
  newPerson,
  north,
  type Person,
  passwordAlone,
  removePeople,
  service,
  signIn,
  signOutButKeepToken,
  south,
  takeRolesAway,
  visitor,
} from './people.ts'
import { sealed } from './sealed.ts'

/** The agencies that have people. `closed` is not active; `spare`, beside them, has nobody and may be deleted. */
export type Agency = 'north' | 'south' | 'closed'

export type Row = Record<string, unknown>

/** Where the matrix is tried: the people of the seed, some more of our own, and one line of work in each agency. */
export type World = {
  people: Record<Caller, Person>
  /** Somebody in each agency, and one in none, for the callers to reach for. */
  others: Record<Agency | 'nowhere', Person>
  agencies: Record<Agency | 'spare', string>
  agencyRows: Record<Agency | 'spare', Row>
  work: Record<Agency, { client: string; project: string; update: string; entry: string }>
}

export async function buildWorld(): Promise<World> {
  const agencies = { north, south, closed: crypto.randomUUID(), spare: crypto.randomUUID() }
  await arrange(
    service.from('agencies').insert([
      { id: agencies.closed, name: 'Closed', is_active: false },
      { id: agencies.spare, name: 'Spare', is_active: true },
    ]),
  )
  const dora = await newPerson('Dora', { agencyId: north, roles: ['agency_staff', 'agency_admin'] })
  await takeRolesAway(dora)
  const otis = await newPerson('Otis', { agencyId: north, roles: ['agency_staff'] })
  const tova = await newPerson('Tova', { agencyId: north, roles: ['super_admin'] })
  const petra = await newPerson('Petra', { agencyId: north, roles: ['super_admin'] })
  return {
    people: {
      visitor,
      nia: await signIn('nia@nowhere.test'),
      uma: await signIn('uma@north.test'),
      ben: await signIn('ben@north.test'),
      ana: await signIn('ana@north.test'),
      abe: await signIn('abe@north.test'),
      sol: await signIn('sol@mainstreet.test'),
      cleo: await signIn('cleo@south.test'),
      ivy: await newPerson('Ivy', { agencyId: agencies.closed, roles: ['agency_staff'] }),
      dora,
      otis: await signOutButKeepToken(otis),
      tova: await passwordAlone(tova),
      planner: await applicationOf(petra),
    },
    others: {
      north: await newPerson('Nora', { agencyId: north }),
      south: await newPerson('Susan', { agencyId: south }),
      closed: await newPerson('Clara', { agencyId: agencies.closed }),
      nowhere: await newPerson('Noah'),
    },
    agencies,
    agencyRows: {
      north: await agencyRow(agencies.north),
      south: await agencyRow(agencies.south),
      closed: await agencyRow(agencies.closed),
      spare: await agencyRow(agencies.spare),
    },
    work: {
      north: await startWork(agencies.north),
      south: await startWork(agencies.south),
      closed: await startWork(agencies.closed),
    },
  }
}

export async function tearDownWorld({ people, others, agencies, work }: World) {
  await removePeople(people.ivy, people.dora, people.otis, people.tova, people.planner, ...Object.values(others))
  const entries = Object.values(work).map(({ entry }) => entry)
  await arrange(service.from('password_vault').delete().in('id', entries))
  const clients = Object.values(work).map(({ client }) => client)
  await arrange(service.from('clients').delete().in('id', clients))
  await arrange(service.from('agencies').delete().in('id', [agencies.closed, agencies.spare]))
}

async function agencyRow(id: string): Promise<Row> {
  const [row] = await arrange(service.from('agencies').select('id, name, contact_person').eq('id', id))
  if (!row) throw new Error(`There is no agency ${id}.`)
  return row
}

async function startWork(agency: string) {
  const [client, project, update] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const entry = crypto.randomUUID()
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
      .insert({ id: update, project_id: project, title: 'Isolation', content: 'Isolation' }),
  )
  const shared = { id: entry, agency_id: agency, title: 'Isolation', encrypted_password: sealed() }
  await arrange(service.from('password_vault').insert(shared))
  return { client, project, update, entry }
}
