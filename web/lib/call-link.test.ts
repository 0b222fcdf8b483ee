import { expect, it } from 'vitest'
import { callLink } from './call-link.ts'

it.each([
  ['+1 (555) 010-2030', 'tel:+15550102030'],
  [' 555 0100 ', 'tel:5550100'],
  ['(555) 010-2030 ext. 12', 'tel:5550102030;ext=12'],
  ['555 0100 x9', 'tel:5550100;ext=9'],
  ['', 'tel:'],
])('%s is called by %s', (phone, link) => {
  expect(callLink(phone)).toBe(link)
})
