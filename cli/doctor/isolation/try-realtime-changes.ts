import { setTimeout as pause } from 'node:timers/promises'
import {
  deleteRows,
  expectedChanges,
  followed,
  listen,
  makeRows,
  type ReceivedChange,
  receivedChanges,
  SUBSCRIBED,
} from '../../../supabase/isolation/live-changes.ts'
import { matrixWhereAnotherAgencyAnswers } from '../../../supabase/isolation/matrix.ts'
import type { Caller } from '../../../supabase/isolation/rights.ts'
import type { Person } from '../../../supabase/isolation/test-accounts.ts'
import type { TestData } from '../../../supabase/isolation/test-data.ts'
import type { FoundRights } from './found-rights.ts'

/** Subscribes everybody to the changes of all tables, changes a row in each, and compares who received what. */
export async function tryChanges(people: ReadonlyMap<Caller, Person>, testData: TestData): Promise<FoundRights[]> {
  const { signal } = testData.accounts
  const until = (isSo: () => boolean) => untilSo(isSo, signal)
  const ears = new Map<Caller, ReceivedChange[] | undefined>()
  try {
    for (const [caller, person] of people) {
      const { heard, words } = await listen(person, followed)
      await until(() => words.length > 0)
      ears.set(caller, words[0] === SUBSCRIBED ? heard : undefined)
    }
    const made = await makeRows(testData)
    const found = (heard: ReceivedChange[]) => receivedChanges(made, heard, 'INSERT')
    // Missing messages are waited for, as a row that is deleted by then is reported to nobody.
    await until(() => [...ears].every(([caller, heard]) => !heard || found(heard).length >= expected(caller).length))
    await deleteRows(testData, made)
    const deletions = (heard: ReceivedChange[]) =>
      heard.filter(({ id, type }) => type === 'DELETE' && made.some((row) => row.id === id))
    // Deletions come last and reach everybody, so they mark the end of each person's messages.
    await until(() => [...ears.values()].every((heard) => !heard || deletions(heard).length >= made.length))
    return [...ears].map(([caller, heard]) => ({
      part: 'changes',
      subject: 'new rows',
      caller,
      expected: expected(caller),
      found: heard ? found(heard) : [],
    }))
  } finally {
    for (const { db } of people.values()) await (signal?.aborted ? db.realtime.disconnect() : db.removeAllChannels())
  }
}

const expected = (caller: Caller) => expectedChanges(caller, matrixWhereAnotherAgencyAnswers)

/** Polls until the condition holds or the time is over. */
async function untilSo(isSo: () => boolean, signal: AbortSignal | undefined) {
  for (const end = Date.now() + PATIENCE_MS; !isSo() && Date.now() < end; ) {
    signal?.throwIfAborted()
    await pause(50)
  }
}

const PATIENCE_MS = 30_000
