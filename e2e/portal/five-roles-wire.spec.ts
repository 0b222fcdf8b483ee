import type { SupabaseClient } from '@supabase/supabase-js'
import { newcomer, sol, unique } from '../people.ts'
import { expect, test } from '../test.ts'
import { type Agency, type Role, roles, type TestData } from '../test-data.ts'

/** A person of a role, and the rows of the test that they try to change. */
interface Scene {
  client: SupabaseClient
  myId: string
  /** The person's agency; Sol, the super admin, has another one. */
  agency: Agency
  elsewhere: Agency
  colleagueId: string
}

async function arrange(testData: TestData, role: Role): Promise<Scene> {
  const agency = await testData.newAgency()
  const elsewhere = await testData.newAgency()
  const admin = await testData.as(sol)
  for (const { id } of [agency, elsewhere]) {
    await admin.from('clients').insert({ name: 'Corner Shop', email: 'corner@shop.test', agency_id: id }).throwOnError()
  }
  const colleague = await testData.newPerson('agency_staff', agency)
  const person = role === 'super_admin' ? sol : await testData.newPerson(role, agency)
  return {
    client: await testData.as(person),
    myId: await testData.idOf(person),
    agency,
    elsewhere,
    colleagueId: await testData.idOf(colleague),
  }
}

type Answer = { data: unknown; error: unknown }

/** Whether a call had an effect: a policy refuses with an error, or by matching no row. */
async function works(call: PromiseLike<Answer>): Promise<boolean> {
  const { data, error } = await call
  return error === null && !(Array.isArray(data) && data.length === 0)
}

const createUser = ({ client, agency }: Scene, role: Role) =>
  client.functions.invoke('create-user', { body: { ...newcomer(), role, agencyId: agency.id } })

const staff: readonly Role[] = ['agency_staff', 'agency_admin', 'admin', 'super_admin']
const adminType: readonly Role[] = ['agency_admin', 'admin', 'super_admin']
const superAdmin: readonly Role[] = ['super_admin']
const nobody: readonly Role[] = []

/** Actions that screens offer to some roles, as direct API calls, in an order in which each is possible. */
const deeds: [string, readonly Role[], (scene: Scene) => PromiseLike<Answer>][] = [
  [
    'read the clients of the agency',
    staff,
    ({ client, agency }) => client.from('clients').select().eq('agency_id', agency.id),
  ],
  [
    'read the clients of another one',
    superAdmin,
    ({ client, elsewhere }) => client.from('clients').select().eq('agency_id', elsewhere.id),
  ],
  [
    'add a client',
    staff,
    ({ client, agency }) =>
      client.from('clients').insert({ name: 'New', email: 'new@shop.test', agency_id: agency.id }).select(),
  ],
  [
    'add a client to another agency',
    superAdmin,
    ({ client, elsewhere }) =>
      client.from('clients').insert({ name: 'New', email: 'new@shop.test', agency_id: elsewhere.id }).select(),
  ],
  [
    'read the profile of a colleague',
    staff,
    ({ client, colleagueId }) => client.from('user_profiles').select().eq('id', colleagueId),
  ],
  [
    'read the roles of a colleague',
    staff,
    ({ client, colleagueId }) => client.from('user_roles').select().eq('user_id', colleagueId),
  ],
  ['read what roles may do', superAdmin, ({ client }) => client.from('role_permissions').select()],
  ['read messages of the contact form', superAdmin, ({ client }) => client.from('contact_submissions').select()],
  ['create a user', adminType, (scene) => createUser(scene, 'user')],
  ['create an agency admin', adminType, (scene) => createUser(scene, 'agency_admin')],
  ['create an admin', ['admin', 'super_admin'], (scene) => createUser(scene, 'admin')],
  ['create a super admin', superAdmin, (scene) => createUser(scene, 'super_admin')],
  [
    'give a role',
    superAdmin,
    ({ client, colleagueId }) => client.from('user_roles').insert({ user_id: colleagueId, role: 'admin' }).select(),
  ],
  [
    'take a role away',
    superAdmin,
    ({ client, colleagueId }) =>
      client.from('user_roles').delete().match({ user_id: colleagueId, role: 'user' }).select(),
  ],
  [
    'give themselves a role',
    nobody,
    ({ client, myId }) => client.from('user_roles').insert({ user_id: myId, role: 'agency_staff' }).select(),
  ],
  [
    'reset the password of a colleague',
    superAdmin,
    ({ client, colleagueId }) =>
      client.functions.invoke('reset-user-password', { body: { userId: colleagueId, newPassword: 'another-secret' } }),
  ],
  [
    'reset their own',
    nobody,
    ({ client, myId }) =>
      client.functions.invoke('reset-user-password', { body: { userId: myId, newPassword: 'another-secret' } }),
  ],
  [
    'edit how the agency is reached',
    ['agency_admin', 'super_admin'],
    ({ client, agency }) => client.from('agencies').update({ phone: '555 0100' }).eq('id', agency.id).select(),
  ],
  [
    'edit how another one is reached',
    superAdmin,
    ({ client, elsewhere }) => client.from('agencies').update({ phone: '555 0100' }).eq('id', elsewhere.id).select(),
  ],
  [
    'change what the agency pays for',
    superAdmin,
    ({ client, agency }) =>
      client.from('agencies').update({ subscription_tier: 'enterprise' }).eq('id', agency.id).select(),
  ],
  [
    'add an agency',
    superAdmin,
    ({ client }) =>
      client
        .from('agencies')
        .insert({ name: unique('Mine') })
        .select(),
  ],
  [
    'put a colleague into another agency',
    superAdmin,
    ({ client, colleagueId, elsewhere }) =>
      client.from('user_profiles').update({ agency_id: elsewhere.id }).eq('id', colleagueId).select(),
  ],
  [
    'put themselves into another agency',
    nobody,
    ({ client, myId, elsewhere }) =>
      client.from('user_profiles').update({ agency_id: elsewhere.id }).eq('id', myId).select(),
  ],
  [
    'delete an agency',
    superAdmin,
    ({ client, elsewhere }) => client.from('agencies').delete().eq('id', elsewhere.id).select(),
  ],
]

for (const role of roles) {
  test(`[who-may-do-what.md#rows] the wire lets ${role} do what the screens offer, and refuses what they hide`, async ({
    testData,
  }) => {
    test.slow()
    const scene = await arrange(testData, role)
    const worked: string[] = []
    for (const [deed, , attempt] of deeds) if (await works(attempt(scene))) worked.push(deed)
    expect(worked).toEqual(deeds.filter(([, allowed]) => allowed.includes(role)).map(([deed]) => deed))
  })
}
