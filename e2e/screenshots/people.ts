import { ana, ben, sol } from '../people.ts'
import { openFirstRowActions, press, type Scene } from './scene.ts'

/** Screenshots of accounts, roles, agencies and the profile. */
export const peopleScenes: Scene[] = [
  { name: 'users', path: '/dashboard/users', person: sol },
  { name: 'users-agency-admin', path: '/dashboard/users', person: ana },
  { name: 'users-denied', path: '/dashboard/users', person: ben },
  { name: 'add-user', path: '/dashboard/users', person: sol, isWindowOnly: true, prepare: press('Add User') },
  {
    name: 'make-super-admin',
    path: '/dashboard/users',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await openFirstRowActions(page)
      await page
        .getByRole('combobox', { name: /^Add role/ })
        .first()
        .selectOption('super_admin')
    },
  },
  {
    name: 'reset-password',
    path: '/dashboard/users',
    person: sol,
    isWindowOnly: true,
    async prepare(page) {
      await openFirstRowActions(page)
      await press(/^Reset Password/)(page)
    },
  },
  { name: 'roles', path: '/dashboard/roles', person: sol },
  { name: 'people-and-agencies', path: '/dashboard/roles?view=people', person: sol },
  { name: 'mail', path: '/dashboard/mail', person: sol },
  {
    name: 'change-agency',
    path: '/dashboard/roles?view=people',
    person: sol,
    isWindowOnly: true,
    prepare: press(/^Change Agency/),
  },
  { name: 'agencies', path: '/dashboard/agencies', person: sol },
  { name: 'add-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press('Add Agency') },
  { name: 'edit-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press(/^Edit/) },
  { name: 'delete-agency', path: '/dashboard/agencies', person: sol, isWindowOnly: true, prepare: press(/^Delete/) },
  { name: 'profile', path: '/dashboard/profile', person: ana },
  { name: 'profile-staff', path: '/dashboard/profile', person: ben },
]
