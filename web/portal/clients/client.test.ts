import { expect, it } from 'vitest'
import { statusBadge } from './client.ts'
import { editClientForm, newClientForm } from './client-form.ts'

it.each([
  [null, 'prospect', 'yellow'],
  ['', 'prospect', 'yellow'],
  ['active', 'active', 'green'],
  ['paused', 'paused', 'orange'],
  ['inactive', 'inactive', 'grey'],
  ['on_the_moon', 'on_the_moon', 'grey'],
])('shows the stored status %j as %j in %s', (stored, status, tone) => {
  expect(statusBadge(stored)).toEqual({ status, tone })
})

const typed = { name: 'Harbor Bakery', company_name: '', email: 'hello@harbor.test', phone: '', website_url: '' }

it('sends what was left empty as null, and everything trimmed', () => {
  expect(newClientForm.parse({ ...typed, name: ' Harbor Bakery ', phone: '  ' })).toEqual({
    name: 'Harbor Bakery',
    company_name: null,
    email: 'hello@harbor.test',
    phone: null,
    website_url: null,
  })
})

it('reads a website without the signs that come along from documents and cannot be seen', () => {
  const { website_url } = newClientForm.parse({ ...typed, website_url: '\u200Eharbor.test\u200B ' })
  expect(website_url).toBe('harbor.test')
})

it.each([
  ['name', '   '],
  ['email', ' '],
  ['email', 'harbor.test'],
  ['email', 'a b@harbor.test'],
  ['website_url', 'javascript:alert(1)'],
  ['website_url', 'our shop'],
  ['phone', '5'.repeat(51)],
])('refuses %s %j', (field, value) => {
  const { error } = newClientForm.safeParse({ ...typed, [field]: value })
  expect(error?.issues.map(({ path }) => path.join())).toContain(field)
})

it('lets a stored industry stay that is in no list', () => {
  const changes = editClientForm.parse({ ...typed, industry: 'Beekeeping', prospect_status: 'active' })
  expect(changes).toMatchObject({ industry: 'Beekeeping', prospect_status: 'active' })
})
