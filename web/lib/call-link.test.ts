import { expect, it } from 'vitest'
import { callLink } from './call-link.ts'

it.each([
  ['+1 (555) 010-2030', 'tel:+15550102030'],
  [' 555 0100 ', 'tel:5550100'],
  ['555.010.4041', 'tel:5550104041'],
  ['116 117', 'tel:116117'],
  ['tel:+1-555-010-2030;ext=12', 'tel:+15550102030;ext=12'],
  ['\u202A+1\u00A0555\u2011010\u20112030\u202C', 'tel:+15550102030'],
  ['٠٢٠٧٩٤٦٠٩٥٨', 'tel:02079460958'],
  ['+۴۴ ۲۰ ۷۹۴۶ ۰۹۵۸', 'tel:+442079460958'],
  ['＋４４　２０　７９４６　０９５８', 'tel:+442079460958'],
  ['०११ २३४५ ६७८९', 'tel:01123456789'],
])('[what-people-type.md#phone-numbers] dials %j by %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['+49 (0) 89 123456', 'tel:+4989123456'],
  ['+49 089 123456', 'tel:+4989123456'],
  ['(+49) 89 123456', 'tel:+4989123456'],
  ['0049 (0)89 123456', 'tel:+4989123456'],
  ['001 555 010 2030', 'tel:+15550102030'],
  ['011 44 20 7946 0958', 'tel:+442079460958'],
  ['0011 61 2 5550 1234', 'tel:+61255501234'],
  ['+353 (0)1 555 0100', 'tel:+35315550100'],
  ['+39 (0)6 555 0100', 'tel:+39065550100'],
  ['0117 496 0123', 'tel:01174960123'],
  ['(0)89 123456', 'tel:089123456'],
])('[what-people-type.md#phone-numbers] knows the country of %j: %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  ['(555) 010-2030 ext. 12', 'tel:5550102030;ext=12'],
  ['(555) 010-2030, extension 12', 'tel:5550102030;ext=12'],
  ['555-010-2030 (ext 12)', 'tel:5550102030;ext=12'],
  ['555 0100 x9', 'tel:5550100;ext=9'],
  ['555-010-2030x12', 'tel:5550102030;ext=12'],
  ['555-010-2030 #12', 'tel:5550102030;ext=12'],
  ['+49 89 123456 Durchwahl 12', 'tel:+4989123456;ext=12'],
])('[what-people-type.md#phone-numbers] dials the extension of %j: %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  ['1-800-FLOWERS', 'tel:18003569377'],
  ['1-800-flowers', 'tel:18003569377'],
  ['+1 800 FLOWERS', 'tel:+18003569377'],
  ['1 (800) GOT-JUNK', 'tel:18004685865'],
  ['1-800-4FLOWER ext. 12', 'tel:18004356937;ext=12'],
  ['1-800-CONTACTS', 'tel:18002668228'],
  ['1300 FLOWER', 'tel:1300356937'],
  ['1-800-FLOWERS (356-9377)', 'tel:18003569377'],
])('[what-people-type.md#phone-numbers] spells %j on the keys: %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  ['Mobile: 555-010-4041', 'tel:5550104041'],
  ['(office) +1 555 010 2030', 'tel:+15550102030'],
  ['WhatsApp: +1 555 010 2030', 'tel:+15550102030'],
  ['Line 2: 555-010-4041', 'tel:5550104041'],
  ['call 555-010-4041 after 6', 'tel:5550104041'],
  ['555-010-4041 (mobile)', 'tel:5550104041'],
  ['555-010-4041 Ana', 'tel:5550104041'],
  ['020 7946 0958 LONDON', 'tel:02079460958'],
])('[what-people-type.md#phone-numbers] leaves out the label of %j: %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  ['555-010-4041 / 555-010-4042', 'tel:5550104041'],
  ['555-010-4041/555-010-4042', 'tel:5550104041'],
  ['555-010-4041, 555-010-4042', 'tel:5550104041'],
  ['555-010-4041 or 555-010-4042', 'tel:5550104041'],
  ['555-010-4041\n555-010-4042', 'tel:5550104041'],
  ['Tel.: 0 30-2 27-0 · Fax: 0 30-2 27-3 68 78', 'tel:0302270'],
  ['Tel. 030 227-0 Fax 030 227-36878', 'tel:0302270'],
  ['1300 FLOWERS (1300 356 937)', 'tel:1300356937'],
  ['Mo–Fr 9–17 Uhr: 0911 123456', 'tel:0911123456'],
  ['Open 9-5, 555-010-4041', 'tel:5550104041'],
  ['+1 555 010 4041 +1 555 010 4042', 'tel:+15550104041'],
  ['Mobile: 555-010-4041 Office: 555-010-4042', 'tel:5550104041'],
  ['089/123456', 'tel:089123456'],
  ['089 / 123456 / 0171 1234567', 'tel:089123456'],
  ['Fax: 555-010-4042, Tel: 555-010-4041', 'tel:5550104041'],
  ['Fax 555-010-4042 Tel 555-010-4041', 'tel:5550104041'],
  ['555-010-4042 (fax); 555-010-4041', 'tel:5550104041'],
  ['Tel/Fax: 555-010-4041', 'tel:5550104041'],
])('[what-people-type.md#phone-numbers] dials one number of %j: %s', (typed, link) => {
  expect(callLink(typed)).toBe(link)
})

it.each([
  '',
  'tbd',
  'n/a',
  '-',
  'ask Ana',
  '12',
  'Fax: 555-010-4042',
  '*100#',
  '+1 555',
  '(555) 010-4041 (555) 010-4042',
  `${'1 '.repeat(200)}`,
])('[what-people-type.md#phone-numbers] dials nothing for %j', (typed) => {
  expect(callLink(typed)).toBeUndefined()
})
