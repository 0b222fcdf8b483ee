import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvText } from '../../lib/csv-text.ts'
import { type KnownPerson, peopleText } from '../client-people/people-text.ts'
import { fileOf } from '../import/file-for-tests.ts'
import { newDraft, stylesOf } from '../import/import-draft.ts'
import type { Match } from '../import/import-kind.ts'
import { checkedRows, planRows, rowsToSend } from '../import/import-plan.ts'
import { clientImport } from './import-clients.ts'

const person = (name: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  ...{ name, role: null, email: null, phone: null, note: null },
  ...more,
})
const tom = person('Tom Baker', {
  ...{ role: 'Shop manager', email: 'tom@bakery.test', phone: '+1 555 0188', note: 'Calls back.' },
})

const HEADINGS = ['Name', 'Email', 'Main Person Role', 'Main Person Note', 'People']

function draftOf(...rows: string[][]) {
  const draft = newDraft(fileOf(csvText([HEADINGS, ...rows])), clientImport)
  return checkedRows({ kind: clientImport, ...draft, ...stylesOf(draft, clientImport.fields) })
}
const planOf = (rows: string[][], matches: readonly Match[] = []) =>
  planRows(clientImport, { rows: draftOf(...rows), matches, fallback: '', namesakes: [] })
const withPeople = (cell: string) => [['Clara', 'clara@shop.test', '', '', cell]]
const problemOf = (cell: string) => draftOf(...withPeople(cell), ...withPeople('Ann'))[0]?.problems[0]?.sentence
const sentPeople = (cell: string) => rowsToSend(clientImport, planOf(withPeople(cell)), 'skip')[0]?.people

/** Reads a cell as the import does, and returns what is sent. */
function readAgain(cell: string) {
  const field = clientImport.fields.find(({ name }) => name === 'people')
  const reading = field?.read(cell, { order: 'day first', decimalMark: '.' })
  return reading && 'value' in reading ? clientImport.columnsToStore({ people: reading.value }).people : reading
}

describe('[clients.md#people] a table with people', () => {
  it('is imported with all that is known of them', () => {
    const plan = planOf([['Clara', 'clara@shop.test', 'Owner', 'Likes\ncoffee.', peopleText([tom, person('Ann')])]])
    expect(rowsToSend(clientImport, plan, 'skip')).toEqual([
      {
        ...{ name: 'Clara', email: 'clara@shop.test', prospect_status: 'prospect' },
        ...{ main_person_role: 'Owner', main_person_note: 'Likes\ncoffee.', people: [tom, person('Ann')] },
      },
    ])
  })

  it.each([
    ['a name like a phone number', person('555 01 88')],
    ['a name with a role in it', person('Tom (Baker)', { role: 'Owner (retired)' })],
    ['a name with a number', person('Studio 54', { phone: '12' })],
    ['a name of several words and marks', person('Baker, Tom – “T” "B" <x@y.test>', { note: '– later – maybe' })],
    ['a phone number in brackets', person('Tom', { phone: '(020) 7946–0958 ext. 5' })],
    ['a phone number in words', person('Tom', { phone: 'ask Ann' })],
    ['a note of several lines', person('Tom', { note: 'One.\n\n"Two" \\ three.' })],
  ])('gives the same person again with %s', (_what, one) => {
    expect(sentPeople(peopleText([one, tom]))).toEqual([one, tom])
  })

  it('gives the same people again, whatever they are called', () => {
    const text = (most: number) =>
      fc
        .string({ maxLength: most, unit: fc.constantFrom(...'aZé1+()<>"–-, .@\\\n;') })
        .map((typed) => typed.trim())
        .filter((typed) => typed !== '')
    const optional = (most: number) => fc.option(text(most))
    const anybody = fc.record({
      ...{ name: text(20), role: optional(12), email: fc.constantFrom(null, 'a.b@shop.test') },
      ...{ phone: optional(12), note: optional(20) },
    })
    fc.assert(
      fc.property(fc.array(anybody, { minLength: 1, maxLength: 3 }), (people) => {
        expect(readAgain(peopleText(people))).toEqual(people)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    ['<tom@bakery.test>', '“<tom@bakery.test>” is not read. Write a line for each person, like '],
    ['Ann\nTom; Bob', '“Tom; Bob” is not read.'],
    ['Tom, Bob', '“Tom, Bob” is not read.'],
    ['Tom - tom@bakery.test', '“Tom - tom@bakery.test” is not read.'],
    ['3', '“3” is not read.'],
    ['Tom <tom@>', '“Tom”: Enter an email address'],
    [`Tom (${'x'.repeat(101)})`, '“Tom”: At most 100 characters.'],
  ])('names a line that cannot be read: %s', (cell, problem) => {
    expect(problemOf(cell)).toContain(problem)
  })

  it('adds to an existing client the people whom it does not have, and leaves the others as they are', () => {
    const found = {
      id: 'c1',
      updated_at: 'then',
      values: { name: 'Clara', email: 'clara@shop.test', people: peopleText([tom]) },
    }
    const matches = [{ place: 0, recognisedBy: 'the same email address', found }]
    const again = person('Tom B.', { email: 'TOM@bakery.test', phone: '2' })
    expect(planOf(withPeople(peopleText([again])), matches)).toMatchObject([{ is: 'same' }])
    const plan = planOf(withPeople(peopleText([person('tom baker'), again, person('Ann')])), matches)
    expect(plan).toMatchObject([{ changes: [{ label: 'People', before: 'Tom Baker', after: 'Tom Baker, Ann' }] }])
    expect(rowsToSend(clientImport, plan, 'update')).toEqual([
      { id: 'c1', updated_at: 'then', people: [person('Ann')] },
    ])
    const resembling = { place: 0, recognisedBy: 'the same phone number', found, resembles: 'contact' as const }
    expect(rowsToSend(clientImport, planOf(withPeople(peopleText([tom])), [resembling]), 'update')).toMatchObject([
      { name: 'Clara', people: [tom] },
    ])
  })

  it('of another program with the number of people is not taken for it', () => {
    const draft = newDraft(fileOf('Name,Email,People\nClara,clara@shop.test,2\nDora,dora@shop.test,1'), clientImport)
    expect(draft.columns).toEqual(['name', 'email', ''])
  })
})
