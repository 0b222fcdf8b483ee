/**
 * The limit: the statements that the engine sends for each request, sent by its driver behind node:http, with nothing in
 * between. The transaction is the engine's too: begin, caller and settings, statement, commit, in one go.
 * Started by table-access-contestants.ts.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'
import { embeddedDatabase } from '../backend/database/embedded/embedded.ts'
import { postgresDatabase } from '../backend/database/postgres.ts'
import { asks, clientId } from './table-access-asks.ts'
import type { Sent } from './watched-engine.ts'

const { PORT, SENT_FILE = '', DATABASE_URL, DATABASE_FOLDER = '' } = process.env
const sent: Record<string, Sent> = deserialize(readFileSync(SENT_FILE))
const database = DATABASE_URL ? postgresDatabase(DATABASE_URL) : await embeddedDatabase(DATABASE_FOLDER)
const named = clientId(0)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const [name, id] = String(request.headers['x-ask']).split('/')
    const ask = sent[name ?? '']
    if (!ask || id === undefined) return response.writeHead(404).end()
    const [row] = await database.run<{ body: string | null; total: string | null }>(ask.options, {
      text: ask.statement.text,
      values: (ask.statement.values ?? []).map((value) =>
        typeof value === 'string' ? value.replaceAll(named, id) : value,
      ),
    })
    response.setHeader('content-range', `*/${row?.total ?? '*'}`)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(row?.body ?? undefined)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The driver for ${asks.length} requests is at ${PORT}`))
process.on('SIGTERM', async () => {
  await database.close()
  process.exit(0)
})
