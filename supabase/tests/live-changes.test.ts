import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { identities } from '../isolation/identities.ts'
import * as changes from '../isolation/live-changes.ts'
import {
  deleteRows,
  expectedChanges,
  followed,
  makeRows,
  type ReceivedChange,
  receivedChanges,
  SUBSCRIBED,
} from '../isolation/live-changes.ts'
import { matrix } from '../isolation/matrix.ts'
import { type Caller, callersEverywhere } from '../isolation/rights.ts'
import type { Person } from './people.ts'
import { createTestData, removeTestData, type TestData } from './test-data.ts'

const soon = { interval: 20 }

let testData: TestData
beforeAll(async () => {
  testData = await createTestData()
})
afterAll(() => removeTestData(testData))
afterEach(async () => {
  for (const { db } of Object.values(testData.people)) await db.removeAllChannels()
})

async function listen(person: Person, names: readonly string[]) {
  const ears = await changes.listen(person, names)
  await expect.poll(() => ears.words.length, soon).toBeGreaterThan(0)
  return ears
}

it('are told of these tables, and of no others', async () => {
  const isTold = async (table: string) => {
    const { words } = await listen(testData.people.sol, [table])
    return words.join() === SUBSCRIBED
  }
  const told = []
  for (const table of Object.keys(matrix)) if (await isTold(table)) told.push(table)
  expect(told.sort()).toEqual([...followed].sort())
})

it('are not told to strangers, nor to a session that was signed out', async () => {
  const strangers = await listen(testData.people.visitor, ['clients'])
  expect(strangers.words).toEqual([expect.stringContaining('permission denied for table clients')])
  const signedOut = await listen(testData.people.otis, ['clients'])
  expect(signedOut.words[0]).toContain('Session from session_id claim in JWT does not exist')
})

it('tell everybody of the rows that the matrix lets them read, and of deleted ones the id alone', async () => {
  const listeners = callersEverywhere.filter((caller) => identities[caller] !== 'refused')
  const ears = new Map<Caller, ReceivedChange[]>()
  for (const caller of listeners) {
    const { heard, words } = await listen(testData.people[caller], followed)
    expect([caller, words]).toEqual([caller, [SUBSCRIBED]])
    ears.set(caller, heard)
  }

  const made = await makeRows(testData)
  const heard = (caller: Caller) => ears.get(caller) ?? []
  const seen = (caller: Caller, type: string) => receivedChanges(made, heard(caller), type)
  const gone = (caller: Caller) =>
    heard(caller).filter(({ type, id }) => type === 'DELETE' && made.some((row) => row.id === id))
  for (const caller of listeners) {
    await expect.poll(() => [caller, seen(caller, 'INSERT')], soon).toEqual([caller, expectedChanges(caller)])
    await expect.poll(() => [caller, seen(caller, 'UPDATE')], soon).toEqual([caller, expectedChanges(caller)])
  }

  await deleteRows(testData, made)
  for (const caller of listeners) {
    // Deletions reach everybody and come last, so they mark the end of each person's changes.
    await expect.poll(() => gone(caller), soon).toHaveLength(made.length)
    expect(gone(caller).map(({ row }) => Object.keys(row))).toEqual(made.map(() => ['id']))
    expect([caller, seen(caller, 'INSERT')]).toEqual([caller, expectedChanges(caller)])
    expect([caller, seen(caller, 'UPDATE')]).toEqual([caller, expectedChanges(caller)])
  }
})
