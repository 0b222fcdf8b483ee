import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createTarPacker } from 'modern-tar'
import { z } from 'zod'
import type { Subject } from '../../server/erasure/erasure-subject.ts'
import { csvText } from '../../web/lib/csv.ts'
import { ofAgency, ofClient } from './exported-tables.ts'

const PAGE = 1_000

const rows = z.array(z.record(z.string(), z.unknown()))
type Row = z.infer<typeof rows>[number]
const files = z.array(z.object({ bucket: z.string(), name: z.string() }))

export type Exported = { rows: Record<string, number>; files: number }

/**
 * Writes all that belongs to a client or an agency into `file`, a new tar.gz: each table as JSON and as CSV, and the
 * files of updates. Removes the file if it fails.
 */
export async function exportArchive(
  db: SupabaseClient,
  subject: Subject,
  { file, onProgress }: { file: string; onProgress: (text: string) => void },
): Promise<Exported> {
  const { readable, controller } = createTarPacker()
  const mtime = new Date()
  const add = async (name: string, body: Uint8Array) => {
    const writer = controller.add({ name, size: body.length, mtime, mode: 0o600, type: 'file' }).getWriter()
    await writer.write(body)
    await writer.close()
  }
  const output = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const written = pipeline(Readable.fromWeb(readable), createGzip(), output)
  try {
    const [exported] = await Promise.all([
      fill(db, subject, { add, onProgress }).then((exported) => {
        controller.finalize()
        return exported
      }),
      written,
    ])
    return exported
  } catch (error) {
    controller.error(error)
    await written.catch(() => undefined)
    // A file that existed before is not ours to remove.
    if (output.pending === false) await rm(file, { force: true })
    throw error
  }
}

type Writing = { add: (name: string, body: Uint8Array) => Promise<void>; onProgress: (text: string) => void }

async function fill(db: SupabaseClient, subject: Subject, { add, onProgress }: Writing): Promise<Exported> {
  const counts: Exported['rows'] = {}
  await add('README.txt', Buffer.from(readme(subject)))
  for (const { table, select, by, order } of subject.kind === 'agency' ? ofAgency : ofClient) {
    onProgress(table)
    const found = await fetchAll(db, { table, select, by, order, id: subject.id })
    const known = table === 'user_profiles' ? await withAddresses(db, found) : found
    counts[table] = known.length
    await add(`json/${table}.json`, Buffer.from(`${JSON.stringify(known, null, 2)}\n`))
    await add(`csv/${table}.csv`, Buffer.from(csvText(asTable(known))))
  }
  const kept = files.parse(await answered(db.rpc('files_of', { kind: subject.kind, subject: subject.id })))
  for (const [index, { bucket, name }] of kept.entries()) {
    onProgress(`file ${index + 1} of ${kept.length}`)
    const file = await answered(db.storage.from(bucket).download(name))
    await add(`files/${name}`, Buffer.from(await file.arrayBuffer()))
  }
  return { rows: counts, files: kept.length }
}

type TableQuery = { table: string; select: string; by: string; order: readonly string[]; id: string }

/** Fetches all rows of a table, without the search columns, which repeat others. */
async function fetchAll(db: SupabaseClient, { table, select, by, order, id }: TableQuery): Promise<Row[]> {
  const all: Row[] = []
  for (let from = 0; ; from += PAGE) {
    let query = db.from(table).select(select).eq(by, id)
    for (const column of order) query = query.order(column)
    const page = rows.parse(await answered(query.range(from, from + PAGE - 1)))
    for (const { search_text: _text, search_name: _name, ...row } of page) all.push(row)
    if (page.length < PAGE) return all
  }
}

/** Adds the addresses, which accounts have and profiles lack. */
const withAddresses = (db: SupabaseClient, profiles: readonly Row[]) =>
  Promise.all(
    profiles.map(async (profile) => {
      const { data, error } = await db.auth.admin.getUserById(String(profile.id))
      if (error) throw error
      return { ...profile, email: data.user.email ?? null }
    }),
  )

async function answered<Data>(
  asking: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await asking
  if (error || data === null || data === undefined)
    throw new Error(error?.message ?? 'There was no answer.', { cause: error })
  return data
}

function asTable(found: readonly Row[]): string[][] {
  const names = Object.keys(found[0] ?? {})
  return [names, ...found.map((row) => names.map((name) => inCell(row[name])))]
}

const inCell = (value: unknown) =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

const readme = ({ kind, name, id }: Subject) => `Everything of the ${kind} ${name} (${id}), ${new Date().toISOString()}.

json/   each table as it is
csv/    the same for a spreadsheet, in UTF-8; a cell that looks like a formula begins with an apostrophe
files/  what came with updates, each in the folder of its update's id
${kind === 'agency' ? '\nEntries of the vault are as they are kept: sealed, and opened by the passphrase of their owner alone.\n' : ''}`
