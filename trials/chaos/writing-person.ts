import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'

/** A write that a person attempted, with a unique mark by which it is found again. */
export type Attempt = { mark: string; kind: 'note' | 'client' | 'message' | 'file'; wasAcknowledged: boolean }

/** The records of all simulated people together. */
export class Diary {
  attempts: Attempt[] = []
  /** The times and the reasons of failures. */
  failures: { at: number; why: string }[] = []
  reads = 0
  /** The durations from the first attempt of a write until it worked. */
  waits: { until: number; ms: number }[] = []
}

type Place = { agency: string; project: string; update: string }

/** Simulates a working person: a write every few seconds, which is repeated after a failure until it works. */
export async function work(
  db: SupabaseClient,
  place: Place,
  diary: Diary,
  { signal, random }: { signal: AbortSignal; random: () => number },
): Promise<void> {
  while (!signal.aborted) {
    await pause(1_000 + random() * 2_000)
    const began = Date.now()
    const choice = random()
    while (!signal.aborted) {
      const why = await attempt(db, place, diary, choice)
      if (why === undefined) break
      diary.failures.push({ at: Date.now(), why })
      await pause(1_000)
    }
    diary.waits.push({ until: Date.now(), ms: Date.now() - began })
  }
}

/**
 * Attempts a write, and returns the reason if it failed. Each attempt has its own mark, since without an answer nobody
 * knows whether it was stored.
 */
async function attempt(db: SupabaseClient, place: Place, diary: Diary, choice: number): Promise<string | undefined> {
  if (choice < 0.3) {
    const { error } = await db.from('clients').select('id, name').limit(20)
    diary.reads += 1
    return error?.message
  }
  const kind = choice < 0.6 ? 'note' : choice < 0.75 ? 'message' : choice < 0.9 ? 'client' : 'file'
  const made: Attempt = { mark: `${kind}-${crypto.randomUUID()}`, kind, wasAcknowledged: false }
  diary.attempts.push(made)
  const error = await write(db, place, made)
  made.wasAcknowledged = error === null
  return error?.message
}

async function write(db: SupabaseClient, { agency, project, update }: Place, { kind, mark }: Attempt) {
  switch (kind) {
    case 'note':
      return (await db.from('project_notes').insert({ project_id: project, note_text: mark })).error
    case 'client':
      return (await db.from('clients').insert({ agency_id: agency, name: mark, email: 'c@client.test' })).error
    case 'message':
      return (await db.from('chat_messages').insert({ agency_id: agency, content: mark })).error
    case 'file':
      return (
        await db.storage.from('client-update-files').upload(`${update}/${mark}.csv`, mark, { contentType: 'text/csv' })
      ).error
  }
}
