import { createClient } from '@supabase/supabase-js'
import { unpackTar } from 'modern-tar'
import { expect, it } from 'vitest'
import { exportArchive } from './export-archive.ts'

const subject = { kind: 'client', id: 'c0000000-0000-4000-8000-000000000001', name: 'Harbor Bakery' } as const

/** A project in which every table has this many rows, and the client one file, which `download` answers. */
function projectWith(rows: number, download: () => Response) {
  const answerTo = (url: URL) => {
    if (url.pathname.endsWith('/rpc/files_of')) return [{ bucket: 'client-update-files', name: 'u/1_menu.csv' }]
    const from = Number(url.searchParams.get('offset'))
    const limit = Number(url.searchParams.get('limit'))
    return Array.from({ length: Math.min(limit, rows - from) }, (_, n) => ({
      id: from + n,
      search_text: 'x',
      list: [1],
    }))
  }
  const fetch = async (input: RequestInfo | URL) => {
    const url = new URL(String(input))
    return url.pathname.includes('/storage/v1/object/') ? download() : Response.json(answerTo(url))
  }
  return createClient('http://project.test', 'key', { global: { fetch } })
}

const unpacked = async (archive: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  new Map(
    (await unpackTar(archive.pipeThrough(new DecompressionStream('gzip')))).map(({ header, data }) => [
      header.name,
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(data),
    ]),
  )

it('has every row of a long table, once, without what repeats other columns', async () => {
  const { archive, exported } = exportArchive(
    projectWith(2_500, () => new Response('a;b')),
    subject,
  )
  const files = await unpacked(archive)
  const rows: { id: number }[] = JSON.parse(files.get('json/client_notes.json') ?? '[]')
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 2_500 }, (_, n) => n))
  expect(rows[0]).toEqual({ id: 0, list: [1] })
  expect(files.get('csv/client_notes.csv')).toMatch(/^\uFEFFid,list\r\n0,\[1\]\r\n/)
  expect(files.get('files/u/1_menu.csv')).toBe('a;b')
  expect(await exported).toMatchObject({ rows: { client_notes: 2_500 }, files: 1 })
})

it('ends with an error where a file cannot be read, so that nobody keeps half an archive', async () => {
  const refused = () => Response.json({ message: 'Object not found' }, { status: 404 })
  const { archive, exported } = exportArchive(projectWith(1, refused), subject)
  await expect(Promise.all([unpacked(archive), exported])).rejects.toThrow()
  await expect(exported).rejects.toThrow('Object not found')
})

it('stops reading where the caller has gone', async () => {
  const { archive, exported } = exportArchive(
    projectWith(1, () => new Response(new Uint8Array(2 ** 24))),
    subject,
  )
  await archive.cancel()
  await expect(exported).rejects.toBeDefined()
})
