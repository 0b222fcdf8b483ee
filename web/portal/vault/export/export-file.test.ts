import { expect, it } from 'vitest'
import { type ExportedEntry, readExport, writeExport } from './export-file.ts'

const entry: ExportedEntry = {
  id: 'a',
  title: 'Router “upstairs”',
  website_url: 'router.example',
  username: null,
  tags: ['office'],
  updated_at: '2026-11-24T05:00:00.123456+00:00',
  encrypted_password: '{"v":1}',
  encrypted_notes: null,
  encrypted_two_step_key: '{"v":1}',
}
const file = { exportedAt: '2026-11-24T06:00:00.000Z', exportedFrom: 'https://north.test', entries: [entry] }

it('[vault.md#export] is read as it was written', () => {
  expect(readExport(writeExport(file))).toEqual(file)
})

it('[vault.md#export] holds nothing of a row but what it needs', () => {
  const row = { ...entry, user_id: 'ana', agency_id: 'north', password_strength_score: 4, password: 'secret' }
  expect(writeExport({ ...file, entries: [row] })).toBe(writeExport(file))
})

it.each([
  ['nothing', '', 'This file is not an export of the vault.'],
  ['another file', '{"format":"other"}', 'This file is not an export of the vault.'],
  ['null', 'null', 'This file is not an export of the vault.'],
  ['one of a later version', writeExport(file).replace('"version": 1', '"version": 2'), 'later version'],
  ['one without entries', '{"format":"mainstreet vault export","version":1}', 'it has no entries'],
])('[vault.md#export] is not taken for one: %s', (_what, text, message) => {
  expect(() => readExport(text)).toThrow(message)
})

it('[vault.md#export] that is damaged in one entry still has the others', () => {
  const damaged = writeExport(file).replace('"entries": [', '"entries": [null, {"title": 7, "tags": "x"},')
  expect(readExport(damaged).entries.map(({ title }) => title)).toEqual(['', entry.title])
})
