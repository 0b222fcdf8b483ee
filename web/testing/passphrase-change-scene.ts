import { dialog, field, more, PASSPHRASE } from './vault-scene.ts'

/** The passphrase of the vault after the change. */
export const NEW = 'four new words here'

export const start = () => more('Change passphrase')

export const press = (name: string | RegExp) =>
  dialog()
    .getByRole('button', { name, exact: typeof name === 'string' })
    .click()

export async function enter(current = PASSPHRASE, fresh = NEW, again = fresh) {
  await field('Current passphrase').fill(current)
  await field('New passphrase').fill(fresh)
  await field('New passphrase again').fill(again)
  await press('Continue')
}
