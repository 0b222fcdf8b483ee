import { expect, it } from 'vitest'
import { settingNames } from '../kernel/config/environment-variables.ts'
import { didYouMean } from './mistyped-variables.ts'

const settings = [...settingNames, 'CONTACT_EMAIL', 'ADMIN_PASSWORD']

it.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['MAIL_URI', 'MAIL_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['SITEURL', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['CONTACT_MAIL', 'CONTACT_EMAIL'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
])('takes %s for %s', (name, meant) => {
  expect(didYouMean({ [name]: 'x' }, settings)).toEqual([{ name, meant }])
})

it('leaves the variables of other programs alone', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'XDG_DATA_DIRS', 'MAIL', 'LOGNAME', 'PGHOST', 'BASE_URL', 'NODE_OPTIONS']
  expect(didYouMean(Object.fromEntries([...others, ...settings].map((name) => [name, 'x'])), settings)).toEqual([])
})

it('says nothing where the right one is set too', () => {
  expect(didYouMean({ DATABASE_URI: 'x', DATABASE_URL: 'y' }, settings)).toEqual([])
})
