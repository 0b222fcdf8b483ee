import { expect, it } from 'vitest'
import { defaultFacts, type SiteFacts } from '../../lib/site-facts.ts'
import { slotValues } from './slot-values.ts'

const origin = 'https://florist.test'
const slots = (facts: Partial<SiteFacts>) => slotValues({ ...defaultFacts, ...facts }, origin)

it('what nobody has told is empty', () => {
  expect(slots({})).toMatchObject({
    name: 'Mainstreet',
    email: '',
    phone: '',
    postalAddress: '',
    logo: '',
    bookingLink: '',
    socialLinks: [],
    fieldsOfWork: [],
    testimonials: [],
    cases: [],
  })
})

it('a field of work is a name, and what is said of it', () => {
  const fields_of_work = ['Bakeries: hours: from six', 'Barbers']
  expect(slots({ fields_of_work }).fieldsOfWork).toEqual([
    { name: 'Bakeries', text: 'hours: from six' },
    { name: 'Barbers', text: '' },
  ])
})

it('a testimonial knows its place, and only several can be turned', () => {
  const said = { words: 'They came.', author: 'Maria', role: '', picture: 'pictures.test/maria.jpg' }
  expect(slots({ testimonials: [said, said] })).toMatchObject({
    testimonials: [
      { ...said, picture: 'https://pictures.test/maria.jpg', position: 'slide 1 of 2' },
      { position: 'slide 2 of 2' },
    ],
    firstSlide: 'Slide 1 of 2',
    severalSlides: 'several',
  })
  expect(slots({ testimonials: [said] }).severalSlides).toBe('')
})

it('a picture that is no web address is left out', () => {
  const said = { words: 'They came.', author: 'Maria', role: '', picture: 'javascript:alert(1)' }
  expect(slots({ testimonials: [said] }).testimonials).toMatchObject([{ picture: '' }])
})

it('an uploaded picture is where the files are, even if the pages are elsewhere', () => {
  const path = '/storage/v1/object/public/website-pictures/0f8fad5b-d9cb-469f-a165-70867728950e.webp'
  const said = { words: 'They came.', author: 'Maria', role: '', picture: `http://localhost:3000${path}` }
  const facts = { ...defaultFacts, testimonials: [said] }
  expect(slotValues(facts, origin).testimonials).toMatchObject([{ picture: origin + path }])
  expect(slotValues(facts, origin, 'https://project.supabase.test').testimonials).toMatchObject([
    { picture: `https://project.supabase.test${path}` },
  ])
})

it('a telephone number can be called', () => {
  expect(slots({ phone: '+1 (555) 010-2030' })).toMatchObject({
    phone: '+1 (555) 010-2030',
    phoneLink: 'tel:+15550102030',
  })
})

it.each([
  ['https://www.instagram.com/florist', 'Instagram'],
  ['https://x.com/florist', 'X'],
  ['https://florist.example/blog', 'florist.example'],
  ['https://notinstagram.com/florist', 'notinstagram.com'],
])('%s is called %s', (url, name) => {
  expect(slots({ social_links: [url] }).socialLinks).toEqual([{ url, name }])
})

it('the agency is an organization, and with an address a place to go to', () => {
  expect(slots({ phone: '555 0100', social_links: ['https://x.com/florist'] }).organization).toMatchObject({
    '@type': 'Organization',
    '@id': 'https://florist.test/#agency',
    telephone: '555 0100',
    sameAs: ['https://x.com/florist'],
    logo: 'https://florist.test/icon-512.png',
  })
  expect(
    slots({ postal_address: '1 Main Street\nSpringfield', logo_url: 'https://img.test/a.png' }).organization,
  ).toMatchObject({
    '@type': 'ProfessionalService',
    address: '1 Main Street, Springfield',
    logo: 'https://img.test/a.png',
    priceRange: '$249-$749 per month',
  })
})

it('the agency claims nothing that nobody has told', () => {
  const text = JSON.stringify(slots({}).organization)
  for (const detail of ['telephone', 'email', 'address', 'sameAs', 'openingHours', 'geo', 'rating', 'review']) {
    expect(text).not.toContain(`"${detail}`)
  }
})

it('[contact.md#picking-a-time] a booking address is a link by https, and nothing else', () => {
  const booked = (booking_url: string) => slots({ booking_url }).bookingLink
  expect(booked('https://cal.test/north?a=1&b=2')).toBe('https://cal.test/north?a=1&b=2')
  for (const other of ['http://cal.test/north', 'javascript:alert(1)']) expect(booked(other)).toBe('')
})
