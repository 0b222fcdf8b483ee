import { formValuesOf } from '../../lib/form-rules.ts'
import { supabase } from '../../lib/supabase.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { mainPersonForm, personForm } from '../client-people/client-person.ts'
import { type KnownPerson, peopleText, personIn } from '../client-people/people-text.ts'
import type { Field, Match, Reading, Value, Values } from '../import/import-kind.ts'
import { readAsTyped, shortened } from '../import/read-values.ts'

const EXAMPLE = 'Tom Baker (Shop manager) <tom@bakery.test> +1 555 0188 – Calls back.'

const linesOf = (cell: string) => cell.split(/\r\n?|\n/).filter((line) => line.trim() !== '')

/** The people whom a text names that `peopleText` has written. */
const peopleIn = (text: Value | undefined) =>
  typeof text === 'string' ? linesOf(text).flatMap((line) => personIn(line.trim()) ?? []) : []

const looksLikePeople = (cell: string) => linesOf(cell).every((line) => personIn(line.trim()) !== undefined)

/** Reads a cell with a line for each person, by the rules of the form. A line that cannot be read is named. */
function readPeople(cell: string): Reading {
  const people: KnownPerson[] = []
  for (const line of linesOf(cell)) {
    const person = personIn(line.trim())
    if (!person)
      return { problem: `“${shortened(line.trim())}” is not read. Write a line for each person, like ${EXAMPLE}` }
    // The form of the main person says what is wrong about an address, which the other form lets be empty.
    const form = person.email === null ? personForm : mainPersonForm
    const { success, data, error } = form.safeParse(formValuesOf(personForm, person))
    if (!success)
      return { problem: `“${shortened(person.name)}”: ${error.issues[0]?.message ?? 'This can’t be read.'}` }
    people.push(data)
  }
  return { value: people.length > 0 ? peopleText(people) : null }
}

const { role, note } = personForm.shape

/** The fields of the people of a client, by the headings of an exported table. */
export const peopleFields: readonly Field[] = [
  {
    name: 'main_person_role',
    label: 'Main person role',
    isProse: true,
    alsoCalled: [],
    read: readAsTyped(role),
  },
  {
    name: 'main_person_note',
    label: 'Main person note',
    isProse: true,
    alsoCalled: [],
    read: readAsTyped(note),
  },
  {
    name: 'people',
    label: 'People',
    isProse: true,
    alsoCalled: [],
    needsContent: ['people'],
    ofExisting: 'The people that a client has stay as they are. Others of the file are added.',
    looksLike: looksLikePeople,
    read: readPeople,
  },
]

/** The row after an import: the people whom the client has stay as they are, and the others of the file follow. */
export function withPeopleOf(existing: Values, { people, ...values }: Values): Values {
  if (people === undefined) return values
  const there = peopleIn(existing.people)
  return { ...values, people: peopleText([...there, ...peopleBeyond(peopleIn(people), there)]) || null }
}

/** The people to add to a client who has some, or to a new client. */
export const peopleToAdd = (people: Value | undefined, existing: Value | undefined) =>
  peopleBeyond(peopleIn(people), peopleIn(existing))

/** Two people are the same if their email addresses are, or their names where one of them has no address. */
function peopleBeyond(said: readonly KnownPerson[], there: readonly KnownPerson[]) {
  const isSame = (one: KnownPerson, other: KnownPerson) =>
    one.email && other.email ? isSameWord(one.email, other.email) : isSameWord(one.name, other.name)
  return said.filter((person) => !there.some((known) => isSame(known, person)))
}

const isSameWord = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** The most ids that fit into one address. */
const AT_ONCE = 100

/** Adds to the clients that were found their people, if a row of the file names some. */
export async function withTheirPeople(
  rows: readonly Values[],
  matches: readonly Match[],
  signal: AbortSignal,
): Promise<readonly Match[]> {
  if (rows.every(({ people }) => people === undefined)) return matches
  const peopleOf = new Map<string, string>()
  const ids = [...new Set(matches.flatMap(({ found }) => found?.id ?? []))]
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const clients = (await supabase())
      .from('clients')
      .select('id, people:client_people(name, role, email, phone, note)')
    const inOrder = clients
      .order('created_at', { referencedTable: 'people' })
      .order('id', { referencedTable: 'people' })
    const part = await inOrder.in('id', ids.slice(from, from + AT_ONCE)).abortSignal(signal)
    for (const { id, people } of unwrap(part)) peopleOf.set(id, peopleText(people))
  }
  return matches.map(({ found, ...match }) => ({
    ...match,
    found: found && { ...found, values: { ...found.values, people: peopleOf.get(found.id) || null } },
  }))
}

/** The names of the people, for the preview of an import. */
export const namesIn = (people: string) =>
  peopleIn(people)
    .map(({ name }) => name)
    .join(', ')
