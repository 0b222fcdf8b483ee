import type { SupabaseClient } from '@supabase/supabase-js'
import { createTarPacker } from 'modern-tar'
import { csvText } from '../csv-text.ts'
import { tablesOf } from './exported-tables.ts'

const PAGE = 1_000

type Row = Record<string, unknown>

/** What can be exported: an agency, a client, or one of a client's people. */
export type ExportSubject = { kind: 'agency' | 'client' | 'client_person'; id: string; name: string }
type Exported = { rows: Record<string, number>; files: number }

/**
 * Everything of a subject as a tar.gz, which is made while it is read: each table as JSON and as CSV, and the files of
 * updates and requests. A failure ends the archive with an error; `exported` settles when it is complete or failed.
 */
export function exportArchive(
  db: SupabaseClient,
  subject: ExportSubject,
  onProgress: (text: string) => void = () => {},
): { archive: ReadableStream<Uint8Array<ArrayBuffer>>; exported: Promise<Exported> } {
  const { readable, controller } = createTarPacker()
  const mtime = new Date()
  const add = async (name: string, content: string | Blob) => {
    const body = await new Blob([content]).bytes()
    const writer = controller.add({ name, size: body.length, mtime, mode: 0o600, type: 'file' }).getWriter()
    await writer.write(body)
    await writer.close()
  }
  const exported = fill(db, subject, { add, onProgress }).then(
    (counts) => {
      controller.finalize()
      return counts
    },
    (error: unknown) => {
      controller.error(error)
      throw error
    },
  )
  return { archive: compressed(readable), exported }
}

/** Compresses a stream. Unlike pipeThrough in Node, it also stops the source once nobody reads any more. */
function compressed(source: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const gone = new AbortController()
  const gzip = new CompressionStream('gzip')
  const reader = gzip.readable.getReader()
  // A failure reaches the reader through the compression.
  source.pipeTo(gzip.writable, { signal: gone.signal }).catch(() => undefined)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel(reason) {
      gone.abort(reason)
      return reader.cancel(reason)
    },
  })
}

type Writing = { add: (name: string, content: string | Blob) => Promise<void>; onProgress: (text: string) => void }

async function fill(db: SupabaseClient, subject: ExportSubject, { add, onProgress }: Writing): Promise<Exported> {
  const counts: Exported['rows'] = {}
  await add('README.txt', readme(subject))
  for (const { table, select, by, order } of tablesOf[subject.kind]) {
    onProgress(table)
    const found = await fetchAll(db, { table, select, by, order, id: subject.id })
    const known = table === 'user_profiles' ? await withAddresses(db, found) : found
    counts[table] = known.length
    await add(`json/${table}.json`, `${JSON.stringify(known, null, 2)}\n`)
    await add(`csv/${table}.csv`, csvText(asTable(known)))
  }
  const kept: { bucket: string; name: string }[] = await answered(
    db.rpc('files_of', { kind: subject.kind, subject: subject.id }),
  )
  for (const [index, { bucket, name }] of kept.entries()) {
    onProgress(`file ${index + 1} of ${kept.length}`)
    await add(`files/${name}`, await answered(db.storage.from(bucket).download(name)))
  }
  return { rows: counts, files: kept.length }
}

type TableQuery = { table: string; select: string; by: string; order: readonly string[]; id: string }

/** Fetches all rows of a table, without the search columns, which repeat others. */
async function fetchAll(db: SupabaseClient, { table, select, by, order, id }: TableQuery): Promise<Row[]> {
  const all: Row[] = []
  for (let from = 0; ; from += PAGE) {
    let query = db.from(table).select<string, Row>(select).eq(by, id)
    for (const column of order) query = query.order(column)
    const page = await answered(query.range(from, from + PAGE - 1))
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

const readme = ({
  kind,
  name,
  id,
}: ExportSubject) => `Everything of the ${kind.replace('client_', '')} ${name} (${id}), ${new Date().toISOString()}.

json/   each table as it is
csv/    the same for a spreadsheet, in UTF-8; a cell that looks like a formula begins with an apostrophe
files/  what came with updates and requests, each in the folder of its id
${kind === 'agency' ? '\nEntries of the vault are as they are kept: sealed, and opened by the passphrase of their owner alone.\n' : ''}`
