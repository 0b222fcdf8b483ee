import { expect, it } from 'vitest'
import { z } from 'zod'
import { emptyCase, emptyTestimonial, typedEntries, websiteFacts } from './website-facts.ts'

const form = z.object(websiteFacts)
const typed: z.input<typeof form> = {
  postal_address: '',
  live_chat_hours: 'Always',
  social_links: '',
  privacy_notice: '',
  forget_enquiries_after: '',
  fields_of_work: '',
  booking_url: '',
  testimonials: [],
  cases: [],
}
const said = { words: 'They came.', author: 'Maria', role: '', picture: '' }
const result = {
  title: 'Sold out',
  picture: '',
  number: '+38%',
  meaning: 'visitors',
  other_number: '2',
  other_meaning: 'ovens',
  quote: 'We sell out.',
  author: '',
}
const complaints = (changes: Partial<typeof typed>) =>
  form.safeParse({ ...typed, ...changes }).error?.issues.map(({ message }) => message)

it('keeps lines, without what is around them', () => {
  const social_links = ' https://x.com/a \n\nx.com/b\nhttps://x.com/a\n'
  const fields_of_work = 'Bakeries: bread \n\nBarbers\nBarbers\n'
  const privacy_notice = ' We keep\r\nnothing.\n \n\n\nWrite to us.\n'
  const postal_address = ' 1 Main Street \r\n\n Springfield\n'
  expect(form.parse({ ...typed, postal_address, social_links, fields_of_work, privacy_notice })).toEqual({
    postal_address: '1 Main Street\nSpringfield',
    live_chat_hours: 'Always',
    social_links: ['https://x.com/a', 'x.com/b'],
    forget_enquiries_after: null,
    privacy_notice: 'We keep\nnothing.\n\nWrite to us.',
    fields_of_work: ['Bakeries: bread', 'Barbers'],
    booking_url: null,
    testimonials: [],
    cases: [],
  })
  expect(form.parse(typed)).toMatchObject({ postal_address: null, social_links: [] })
  expect(form.parse({ ...typed, booking_url: ' cal.test/north ' })).toMatchObject({
    booking_url: 'https://cal.test/north',
  })
})

it.each([
  [{ postal_address: 'a\nb\nc\nd\ne\nf\ng' }, 'At most six lines.'],
  [{ postal_address: 'a'.repeat(501) }, 'At most 500 characters.'],
  [{ privacy_notice: 'x'.repeat(5001) }, 'At most 5000 characters.'],
  [{ live_chat_hours: '  ' }, 'Enter when live chat is open, or that there is none.'],
  [{ live_chat_hours: 'a'.repeat(101) }, 'At most 100 characters.'],
  [
    { social_links: 'x.com/a\njavascript:alert(1)' },
    'Enter web addresses, one a line. This is not one: javascript:alert(1)',
  ],
  [{ social_links: Array.from({ length: 9 }, (_, at) => `x.com/${at}`).join('\n') }, 'At most eight.'],
  [{ fields_of_work: 'x'.repeat(201) }, 'At most 200 characters a line.'],
  [{ fields_of_work: Array.from({ length: 25 }, (_, at) => `Trade ${at}`).join('\n') }, 'At most 24.'],
  [{ booking_url: 'http://cal.test/north' }, 'Enter an address with https.'],
  [{ booking_url: 'javascript:alert(1)' }, 'Enter a web address, like https://example.com.'],
  [{ testimonials: [{ ...said, words: ' ' }] }, 'Enter what they said.'],
  [{ testimonials: [{ ...said, author: '' }] }, 'Enter who said it.'],
  [{ testimonials: [{ ...said, words: 'x'.repeat(601) }] }, 'At most 600 characters.'],
  [
    { testimonials: [{ ...said, picture: 'me.jpg here' }] },
    'Enter a web address, like https://example.com/picture.jpg.',
  ],
  [{ cases: [{ ...result, title: '' }] }, 'Enter the result.'],
  [{ cases: [{ ...result, number: '' }] }, 'Enter a number.'],
  [{ cases: [{ ...result, other_meaning: '' }] }, 'Enter what it counts.'],
  [{ cases: [{ ...result, quote: '' }] }, 'Enter what the client says.'],
])('%j: %s', (changes, complaint) => {
  expect(complaints(changes)).toEqual([complaint])
})

it('[agencies.md#website] keeps testimonials and results as they are typed, and shows what is kept', () => {
  const kept = form.parse({ ...typed, testimonials: [{ ...said, words: ' They came. ' }], cases: [result] })
  expect(kept).toMatchObject({ testimonials: [said], cases: [result] })
  expect(typedEntries(kept)).toEqual({ testimonials: [said], cases: [result] })
  expect(typedEntries({ testimonials: [{ words: 'Old' }], cases: [{ title: 'Old' }] })).toEqual({
    testimonials: [{ ...emptyTestimonial, words: 'Old' }],
    cases: [{ ...emptyCase, title: 'Old' }],
  })
})
