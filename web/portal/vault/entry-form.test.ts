import { expect, it } from 'vitest'
import { emptyEntry, entryForm, tagsText } from './entry-form.ts'

const typed = { ...emptyEntry, title: 'Router', password: 'secret' }

it('[vault.md#adding] makes tags of what stands between commas, trimmed and without the empty ones', () => {
  expect(entryForm.parse({ ...typed, tags: ' client,hosting , ,, two words ,' }).tags).toEqual([
    'client',
    'hosting',
    'two words',
  ])
  expect(entryForm.parse(typed).tags).toEqual([])
})

it.each(['title', 'password'] as const)('[vault.md#adding] needs a %s', (field) => {
  expect(entryForm.safeParse({ ...typed, [field]: ' \n ' }).success).toBe(false)
})

it('keeps a password as it was typed, with the spaces at its ends', () => {
  expect(entryForm.parse({ ...typed, password: ' secret ', title: ' Router ' })).toMatchObject({
    password: ' secret ',
    title: 'Router',
  })
})

it('takes a website only if it can become a link', () => {
  expect(entryForm.parse({ ...typed, website_url: ' router.local ' }).website_url).toBe('router.local')
  expect(entryForm.safeParse({ ...typed, website_url: 'javascript:alert(1)' }).success).toBe(false)
})

it('stores nothing where nothing was typed', () => {
  expect(entryForm.parse(typed)).toMatchObject({ website_url: null, username: null })
})

it('leaves room for encryption in what the table takes', () => {
  expect(entryForm.safeParse({ ...typed, password: 'x'.repeat(4001) }).success).toBe(false)
  expect(entryForm.safeParse({ ...typed, notes: 'x'.repeat(20_001) }).success).toBe(false)
  expect(entryForm.safeParse({ ...typed, tags: Array.from({ length: 51 }, String).join() }).success).toBe(false)
})

it('[vault.md#adding] keeps a tag with a comma whole where it stands in quotation marks, also when it is edited', () => {
  const text = tagsText(['Bakers, old', 'a "b"', 'plain'])
  expect(text).toBe('"Bakers, old", a "b", plain')
  expect(entryForm.parse({ ...typed, tags: text }).tags).toEqual(['Bakers, old', 'a "b"', 'plain'])
})
