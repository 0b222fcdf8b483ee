import { identities } from '../../../supabase/isolation/identities.ts'
import { APPLICATION, arrange, type Installation, Stage } from '../../../supabase/isolation/stage.ts'
import { buildWorld, type World } from '../../../supabase/isolation/world.ts'
import type { Patience } from './patience.ts'

/** By these a later run knows what an earlier one could not take away. No mail server delivers to such an address. */
const MAILBOX = '@isolation-trial.invalid'
const agencyNames = ['North', 'South', 'Closed', 'Spare'].map(nameOf)
const personNames = [...Object.keys(identities), 'petra', 'nora', 'susan', 'clara', 'noah'].filter(
  (name) => name !== 'visitor' && name !== 'planner',
)

function nameOf(agency: string) {
  return `${agency} (isolation trial)`
}

/** Of one run: nobody knows their password, and it goes with them. */
export const trialStage = (installation: Installation, patience?: Patience) =>
  new Stage(installation, {
    ...(patience && { fetch: patience.fetch, signal: patience.signal }),
    password: `${crypto.randomUUID()}Aa1!`,
    emailOf: (name) => `${name.toLowerCase()}${MAILBOX}`,
  })

/** People of every kind, in agencies of their own. */
export async function buildTrialWorld(stage: Stage): Promise<World> {
  const { service, newPerson } = stage
  const [north, south] = [crypto.randomUUID(), crypto.randomUUID()]
  await requireOthers(stage)
  await arrange(
    service.from('agencies').insert([
      { id: north, name: nameOf('North') },
      { id: south, name: nameOf('South') },
    ]),
  )
  return buildWorld(
    stage,
    { north, south, nameOf, isTraceless: true },
    {
      nia: await newPerson('Nia'),
      uma: await newPerson('Uma', { agencyId: north }),
      ben: await newPerson('Ben', { agencyId: north, roles: ['agency_staff'] }),
      ana: await newPerson('Ana', { agencyId: north, roles: ['agency_admin'] }),
      abe: await newPerson('Abe', { agencyId: north, roles: ['admin'] }),
      sol: await newPerson('Sol', { agencyId: north, roles: ['super_admin'] }),
      cleo: await newPerson('Cleo', { agencyId: south, roles: ['agency_staff'] }),
    },
  )
}

/** The first agency would answer the website, and the first super admin could not be removed any more. */
async function requireOthers({ service }: Stage) {
  const agencies = await arrange(service.from('agencies').select('id').eq('answers_website', true))
  const admins = await arrange(service.from('user_roles').select('user_id').eq('role', 'super_admin').limit(1))
  if (agencies.length > 0 && admins.length > 0) return
  throw new Error(
    'There is no agency or no super admin yet: start the server once, so that it makes the first of both.',
  )
}

/** Takes away all that a run made, this one or an earlier one that was cut short. Returns how many people there were. */
export async function clearAway({ service }: Stage): Promise<number> {
  const found = await Promise.all(
    personNames.map((name) => arrange(service.rpc('person_with_email', { address: `${name}${MAILBOX}` }))),
  )
  const people: string[] = found.flat().map(({ id }) => id)
  const rows = await arrange(service.from('agencies').select('id').in('name', agencyNames))
  const agencies: string[] = rows.map(({ id }) => id)

  const theirs = [`user_id.in.(${people})`, `agency_id.in.(${agencies})`].join()
  await arrange(service.from('vault_access_logs').delete().or(theirs))
  await arrange(service.from('password_vault').delete().or(theirs))
  await arrange(service.rpc('forget_deleted_vault_entries', { people, agencies }))
  await arrange(service.from('contact_submissions').delete().like('email', `%${MAILBOX}`))
  await arrange(service.from('page_counts').delete().like('page', '/isolation/%').gt('day', '2900-01-01'))
  await arrange(service.from('role_permissions').delete().eq('role', 'user').gte('position', 1000))
  await arrange(service.from('clients').delete().in('agency_id', agencies))
  await arrange(service.from('agencies').delete().in('id', agencies))
  // What the trial's people deleted was kept.
  await arrange(service.from('recently_deleted').delete().or(`deleted_by.in.(${people}),agency_id.in.(${agencies})`))
  for (const id of people) {
    const { error } = await service.auth.admin.deleteUser(id)
    if (error) throw new Error(`Somebody of the isolation trial cannot be removed: ${error.message}`)
  }
  await forgetApplications(service)
  return people.length
}

/** Where other applications are let in at all. */
async function forgetApplications(service: Stage['service']) {
  const { data } = await service.auth.admin.oauth.listClients()
  for (const { client_id, client_name } of data?.clients ?? []) {
    if (client_name === APPLICATION) await service.auth.admin.oauth.deleteClient(client_id)
  }
}
