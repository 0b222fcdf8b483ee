import { expect, it } from 'vitest'
import { type ContactMessage, contactFields, contactProblems, trimMessage } from './contact-message.ts'

const good: ContactMessage = {
  name: 'Rosa Hale',
  businessName: 'Hale & Daughters Plumbing',
  email: 'rosa@hale.example',
  phone: '555 0100',
  service: 'website',
  message: '',
}

it('finds nothing wrong with a message without text', () => {
  expect(contactProblems(good)).toEqual({})
})

it.each(contactFields.filter((field) => field !== 'message'))('asks for %s', (field) => {
  expect(Object.keys(contactProblems({ ...good, [field]: '' }))).toEqual([field])
})

it('takes spaces for nothing', () => {
  expect(contactProblems(trimMessage({ ...good, name: '   ' }))).toHaveProperty('name')
})

it.each(['rosa', 'rosa@', '@hale.example', 'rosa@hale .example', 'rosa@-hale.example'])(
  'refuses %s as an address',
  (email) => {
    expect(contactProblems({ ...good, email })).toHaveProperty('email')
  },
)

it.each(['rosa@localhost', 'r.o+tag@hale.co.uk'])('takes %s, as the browser does', (email) => {
  expect(contactProblems({ ...good, email })).toEqual({})
})

it('[what-people-type.md#too-long] says how much does not fit', () => {
  expect(contactProblems({ ...good, message: 'x'.repeat(5001), name: 'x'.repeat(202) })).toEqual({
    message: '1 character too many (the limit is 5,000).',
    name: '2 characters too many (the limit is 200).',
  })
})

it('refuses a service that is not on the list', () => {
  expect(contactProblems({ ...good, service: 'plumbing' })).toHaveProperty('service')
})
