import { expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { fileOf } from './file-for-tests.ts'
import { newDraft } from './import-draft.ts'

const columns = (text: string) => newDraft(fileOf(text), clientImport).columns

it('[lists.md#columns] knows the plan of clients as it was exported', () => {
  const text = 'Name,Email,Plan,Plan Since,Added\nAna,a@b.test,Growth AI,2026-03-04,2026-01-02'
  expect(columns(text)).toEqual(['name', 'email', 'plan', 'plan_since', ''])
})

it('[lists.md#columns] takes no other words for a plan', () => {
  const text = 'Name,Email,Plan\nAna,a@b.test,Call her on Monday\nBo,b@c.test,Send the offer'
  expect(columns(text)).toEqual(['name', 'email', ''])
})
