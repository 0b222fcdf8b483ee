import type { DataClient } from '../../server/service-client.ts'
import type { Attempt } from './writing-person.ts'

const PAGE = 1_000

export type WriteReport = {
  acknowledged: number
  unclear: number
  lost: string[]
  twice: string[]
  keptUnclear: number
}

/** Checks that every acknowledged write is stored exactly once. */
export async function findLostWrites(
  db: DataClient,
  attempts: readonly Attempt[],
  update: string,
): Promise<WriteReport> {
  const counts = new Map<string, number>()
  const count = (mark: unknown) => counts.set(String(mark), (counts.get(String(mark)) ?? 0) + 1)
  for (const mark of await column(db, 'project_notes', 'note_text')) count(mark)
  for (const mark of await column(db, 'clients', 'name')) count(mark)
  for (const mark of await column(db, 'chat_messages', 'content')) count(mark)
  for (const { kind, mark } of attempts) {
    if (kind !== 'file') continue
    const { data } = await db.storage.from('client-update-files').download(`${update}/${mark}.csv`)
    if (data && (await data.text()) === mark) count(mark)
  }
  const acknowledged = attempts.filter(({ wasAcknowledged }) => wasAcknowledged)
  const unclear = attempts.filter(({ wasAcknowledged }) => !wasAcknowledged)
  const times = ({ mark }: Attempt) => counts.get(mark) ?? 0
  return {
    acknowledged: acknowledged.length,
    unclear: unclear.length,
    lost: acknowledged.filter((one) => times(one) === 0).map(({ mark }) => mark),
    twice: attempts.filter((one) => times(one) > 1).map(({ mark }) => mark),
    keptUnclear: unclear.filter((one) => times(one) === 1).length,
  }
}

async function column(db: DataClient, table: string, name: string): Promise<unknown[]> {
  const all: unknown[] = []
  for (let from = 0; ; from += PAGE) {
    const { data, error } = await db
      .from(table)
      .select()
      .order('id')
      .range(from, from + PAGE - 1)
    if (error) throw error
    all.push(...data.map((row) => row[name]))
    if (data.length < PAGE) return all
  }
}
