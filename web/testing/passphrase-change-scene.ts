import { page } from 'vitest/browser'
import { dialog, field, PASSPHRASE } from './vault-scene.ts'

/** The passphrase of the vault after the change. */
export const NEW = 'four new words here'

export const start = () => page.getByRole('button', { name: 'Change passphrase', exact: true }).click()

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
