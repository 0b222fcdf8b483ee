/**
 * The limit: the plain driver behind node:http, sending what the engine sends for each request (begin, caller and
 * settings, statement, commit). On PostgreSQL that is a pool of node-postgres, which prepares the statements and sends
 * all four without waiting for answers; on PGlite its own `transaction`, in this process, with nothing to prepare.
 * Started by table-access-contestants.ts.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { deserialize } from 'node:v8'
import pg from 'pg'
import { opening } from '../database/create-database.ts'
import { openPglite } from '../database/embedded/pglite.ts'
import { asks, clientId } from './table-access-asks.ts'
import type { Sent } from './watched-engine.ts'

type Row = { body: string | null; total: string | null }
type Work = { begin: pg.QueryConfig; settings: pg.QueryConfig[]; statement: pg.QueryConfig }
type Driver = { run(work: Work): Promise<Row | undefined>; close(): Promise<void> }

const { PORT, SENT_FILE = '', DATABASE_URL, DATABASE_FOLDER = '' } = process.env
const works = new Map(Object.entries<Sent>(deserialize(readFileSync(SENT_FILE))).map(toWork))
const driver = DATABASE_URL ? nodePostgres(DATABASE_URL) : await pglite(DATABASE_FOLDER)
const named = clientId(0)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const [name, id] = String(request.headers['x-ask']).split('/')
    const work = works.get(name ?? '')
    if (!work || id === undefined) return response.writeHead(404).end()
    const { text, values = [] } = work.statement
    const ofThisRow = values.map((value) => (typeof value === 'string' ? value.replaceAll(named, id) : value))
    const row = await driver.run({ ...work, statement: { name: name ?? '', text, values: ofThisRow } })
    response.setHeader('content-range', `*/${row?.total ?? '*'}`)
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(row?.body ?? undefined)
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The driver for ${asks.length} requests is at ${PORT}`))
process.on('SIGTERM', async () => {
  await driver.close()
  process.exit(0)
})

function toWork([name, { options, statement }]: [string, Sent]): [string, Work] {
  const [begin = { text: 'begin' }, ...settings] = opening(options)
  return [name, { begin, settings, statement: { text: statement.text, values: [...(statement.values ?? [])] } }]
}

function nodePostgres(url: string): Driver {
  const pool = new pg.Pool({ connectionString: url, max: 20, pipeline: true })
  return {
    async run({ begin, settings, statement }) {
      const client = await pool.connect()
      try {
        const sent = [begin, ...settings].map((one) => client.query(one))
        const answer = client.query<Row>(statement)
        await Promise.all([...sent, answer, client.query('commit')])
        return (await answer).rows[0]
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

/** Opened as the engine opens it, so that it writes as durably. */
async function pglite(folder: string): Promise<Driver> {
  const database = await openPglite(folder)
  return {
    run: ({ settings, statement }) =>
      database.transaction(async (tx) => {
        for (const { text, values } of settings) await tx.query(text, values)
        const { rows } = await tx.query<Row>(statement.text, statement.values)
        return rows[0]
      }),
    close: () => database.close(),
  }
}
