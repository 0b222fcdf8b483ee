import { identities } from '../../../supabase/isolation/identities.ts'
import { APPLICATION, arrange, type Installation, TestAccounts } from '../../../supabase/isolation/test-accounts.ts'
import { createTestData, type TestData } from '../../../supabase/isolation/test-data.ts'
import type { Watchdog } from './abort-slow-trial.ts'

/**
 * The domain of the trial's accounts, by which a later run finds what an earlier one left behind. Mail to .invalid is
 * never delivered.
 */
const MAILBOX = '@isolation-trial.invalid'
const agencyNames = ['North', 'South', 'Closed', 'Spare'].map(nameOf)
const personNames = [...Object.keys(identities), 'petra', 'nora', 'susan', 'clara', 'noah'].filter(
  (name) => !['visitor', 'planner', 'reporter', 'zapier'].includes(name),
)

function nameOf(agency: string) {
  return `${agency} (isolation trial)`
}

/** The accounts of one run: its password is random and disappears with its people. */
export const trialAccounts = (installation: Installation, watchdog?: Watchdog) =>
  new TestAccounts(installation, {
    ...(watchdog && { fetch: watchdog.fetch, signal: watchdog.signal }),
    password: `${crypto.randomUUID()}Aa1!`,
    emailOf: (name) => `${name.toLowerCase()}${MAILBOX}`,
  })

/** Creates people of every kind, in agencies of their own. */
export async function createTrialData(accounts: TestAccounts): Promise<TestData> {
  const { service, newPerson } = accounts
  const [north, south] = [crypto.randomUUID(), crypto.randomUUID()]
  await requireOthers(accounts)
  await arrange(
    service.from('agencies').insert([
      { id: north, name: nameOf('North') },
      { id: south, name: nameOf('South') },
    ]),
  )
  return createTestData(
    accounts,
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

/**
 * Refuses an empty installation: the trial's agency would become the website's, and its super admin could not be
 * removed.
 */
async function requireOthers({ service }: TestAccounts) {
  const agencies = await arrange(service.from('agencies').select('id').eq('answers_website', true))
  const admins = await arrange(service.from('user_roles').select('user_id').eq('role', 'super_admin').limit(1))
  if (agencies.length > 0 && admins.length > 0) return
  throw new Error(
    'There is no agency or no super admin yet: start the server once, so that it makes the first of both.',
  )
}

/** Removes everything that this run or an interrupted earlier one made. Returns the number of people removed. */
export async function removeTrialData({ service }: TestAccounts): Promise<number> {
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
  // Deletions of the trial's people went to the recently deleted.
  await arrange(service.from('recently_deleted').delete().or(`deleted_by.in.(${people}),agency_id.in.(${agencies})`))
  for (const id of people) {
    const { error } = await service.auth.admin.deleteUser(id)
    if (error) throw new Error(`Somebody of the isolation trial cannot be removed: ${error.message}`)
  }
  await forgetApplications(service)
  if (people.length > 0) await removeFiles(service)
  return people.length
}

/** Removes the trial's OAuth clients, if the installation has an OAuth server. */
async function forgetApplications(service: TestAccounts['service']) {
  const { data } = await service.auth.admin.oauth.listClients()
  for (const { client_id, client_name } of data?.clients ?? []) {
    if (client_name === APPLICATION) await service.auth.admin.oauth.deleteClient(client_id)
  }
}

/** Removes the files of the deleted rows now; a scheduled job would do so within a minute. */
async function removeFiles(service: TestAccounts['service']) {
  const { error } = await service.functions.invoke('settle-deleted', { body: {} })
  if (error) throw new Error('The files of the isolation trial cannot be removed.', { cause: error })
}
