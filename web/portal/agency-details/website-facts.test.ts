import { expect, it } from 'vitest'
import { z } from 'zod'
import { websiteFacts } from './website-facts.ts'

const form = z.object(websiteFacts)
const typed = { postal_address: '', live_chat_hours: 'Always', social_links: '' }
const complaints = (changes: Partial<typeof typed>) =>
  form.safeParse({ ...typed, ...changes }).error?.issues.map(({ message }) => message)

it('keeps lines, without what is around them', () => {
  const social_links = ' https://x.com/a \n\nx.com/b\nhttps://x.com/a\n'
  expect(form.parse({ ...typed, postal_address: ' 1 Main Street \r\n\n Springfield\n', social_links })).toEqual({
    postal_address: '1 Main Street\nSpringfield',
    live_chat_hours: 'Always',
    social_links: ['https://x.com/a', 'x.com/b'],
  })
  expect(form.parse(typed)).toMatchObject({ postal_address: null, social_links: [] })
})

it.each([
  [{ postal_address: 'a\nb\nc\nd\ne\nf\ng' }, 'At most six lines.'],
  [{ postal_address: 'a'.repeat(501) }, 'At most 500 characters.'],
  [{ live_chat_hours: '  ' }, 'Say when somebody chats, or that nobody does.'],
  [{ live_chat_hours: 'a'.repeat(101) }, 'At most 100 characters.'],
  [
    { social_links: 'x.com/a\njavascript:alert(1)' },
    'Enter web addresses, one a line. This is none: javascript:alert(1)',
  ],
  [{ social_links: Array.from({ length: 9 }, (_, at) => `x.com/${at}`).join('\n') }, 'At most eight.'],
])('%j: %s', (changes, complaint) => {
  expect(complaints(changes)).toEqual([complaint])
})
