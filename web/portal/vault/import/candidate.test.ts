import { expect, it } from 'vitest'
import { readingOf } from './reading.ts'

it('[vault.md#importing] cuts a title, and a text in place of a password, beside an emoji and not through it', () => {
  const rows = [
    `${'t'.repeat(199)}😀😀,,ana,,${'n'.repeat(3999)}😀`,
    `${'😀'.repeat(201)},,ana,pw,`,
    `Emoji,,ana,,${'😀'.repeat(2001)}`,
  ]
  const text = `name,url,username,password,note\n${rows.join('\n')}\n`
  const entries = readingOf({ name: 'export.csv', text })?.candidates.map(({ entry }) => entry)
  expect(entries?.map((entry) => [entry?.title, entry?.password])).toEqual([
    [`${'t'.repeat(199)}😀`, 'n'.repeat(3999)],
    ['😀'.repeat(200), 'pw'],
    ['Emoji', '😀'.repeat(2000)],
  ])
})
