import { expect, it } from 'vitest'
import { statusBadge } from './client.ts'
import { editClientForm, newClientForm, versionedClientForm } from './client-form.ts'

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

const contact = { looked_after_by: 'unassigned', next_contact_on: '', next_contact_note: ' ' }

it('[clients.md#next-contact] asks for the day of a contact that has a reason, and for no more than 200 characters', () => {
  const known = { ...typed, ...contact, plan: '', plan_since: '', industry: '', prospect_status: 'active', seen: '' }
  const problems = (changes: object) =>
    versionedClientForm.safeParse({ ...known, ...changes }).error?.issues.map(({ path, message }) => [path[0], message])
  expect(versionedClientForm.parse(known)).toMatchObject({
    looked_after_by: null,
    next_contact_on: null,
    next_contact_note: null,
  })
  expect(problems({ next_contact_note: 'Send the offer' })).toEqual([
    ['next_contact_on', 'Choose a day for the next contact.'],
  ])
  expect(problems({ next_contact_on: '2026-11-30', next_contact_note: 'x'.repeat(201) })).toEqual([
    ['next_contact_note', 'At most 200 characters.'],
  ])
  expect(problems({ next_contact_on: '26-11-30' })).toEqual([
    ['next_contact_on', 'Enter a whole date, with a year of four digits.'],
  ])
})

it('lets a stored industry stay that is in no list', () => {
  const others = { ...contact, plan: '', plan_since: '' }
  const changes = editClientForm.parse({ ...typed, ...others, industry: 'Beekeeping', prospect_status: 'active' })
  expect(changes).toMatchObject({ industry: 'Beekeeping', prospect_status: 'active' })
})
