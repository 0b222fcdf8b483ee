import { describe, expect, it } from 'vitest'
import { clientImport } from '../clients/import-clients.ts'
import { projectImport } from '../projects/import-projects.ts'
import { unassignedWords } from './assigned-words.ts'
import { fileOf } from './file-for-tests.ts'
import { amountsOf, newDraft } from './import-draft.ts'
import { valueAdjustments } from './value-adjustments.ts'

describe('[lists.md#values] amounts that can be two things', () => {
  const asked = (...cells: string[]) => {
    const text = `Project;Client;Budget\n${cells.map((cell) => `Menu;Otto;${cell}`).join('\n')}`
    const { example, decimalMark } = amountsOf(newDraft(fileOf(text), projectImport), projectImport.fields)
    return [example, decimalMark]
  }

  it('are asked about', () => {
    expect(asked('1.250', '7')).toEqual(['1.250', undefined])
    expect(asked('1.250', '12.50')).toEqual(['1.250', undefined])
    expect(asked('1.250', '12.50', '12,50')).toEqual(['1.250', undefined])
  })

  it('are read as the others of the file show', () => {
    expect(asked('1.250', '12,50')).toEqual(['1.250', ','])
    expect(asked('1.250', '2.250,00')).toEqual(['1.250', ','])
  })

  it('are none where every amount is one', () => {
    expect(asked('1,250', '12.50', '1.250,00')[0]).toBeUndefined()
  })
})

describe('[lists.md#values] words that are none of ours', () => {
  it('are said once for the column, the usual ones with what they mostly mean', () => {
    const text =
      'Name,Email,Status,Industry\nA,a@b.test,Lead,RETAIL\nB,b@b.test,Lead,PRINTING\nC,c@b.test,active,COMPUTER_SOFTWARE\nD,d@b.test,TBD,'
    const { table, columns } = newDraft(fileOf(text), clientImport)
    const others = unassignedWords(table, {
      columns,
      fields: clientImport.fields,
      words: { 'industry printing': 'Other' },
    })
    expect(
      others.map(({ field, words }) => [field.name, words.map(({ word, count, value }) => [word, count, value])]),
    ).toEqual([
      [
        'industry',
        [
          ['PRINTING', 1, 'Other'],
          ['COMPUTER_SOFTWARE', 1, 'Technology'],
        ],
      ],
      ['prospect_status', [['Lead', 2, 'prospect']]],
    ])
  })
})

it('[lists.md#values] what is not known, and second values in a cell, are said once', () => {
  const text = 'Name,Email,Phone\nA,a@b.test ::: c@d.test,n/a\nB,b@b.test,-\nC,c@b.test,n/a'
  const { table, columns } = newDraft(fileOf(text), clientImport)
  expect(valueAdjustments(table, { columns, fields: clientImport.fields })).toEqual([
    'Treated as “not known”: “n/a”, “-”, in 3 cells.',
    'Several values (a ::: b) in 1 cell: the first one is used.',
  ])
})
