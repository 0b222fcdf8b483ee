import { TestAccounts } from '../isolation/test-accounts.ts'
import { engine } from './engine.ts'

export { arrange, type Person } from '../isolation/test-accounts.ts'

/** All people of the seed and of the tests have the same password. */
export const accounts = new TestAccounts(engine, {
  password: 'mainstreet',
  emailOf: (name) => `${name}.${crypto.randomUUID()}@isolation.test`,
})
export const { service, visitor, signIn, newPerson, takeRolesAway, signOutButKeepToken, passwordAlone, removePeople } =
  accounts

/** The agencies of the seed. */
export const north = 'a0000000-0000-4000-8000-000000000001'
export const south = 'a0000000-0000-4000-8000-000000000002'
