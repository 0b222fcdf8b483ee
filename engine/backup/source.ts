import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '../config.ts'
import type { FileStore } from '../storage/files/file-store.ts'
import { openStore } from '../storage/files/open-files.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { isThere } from './is-there.ts'
import { connectTo, openFolder } from './plain-client.ts'
import { BACKUPS_PATH, begunAnswer, type Outcome, type Records, recordsIn } from './records.ts'

/** What is backed up. Until it has ended, no file is removed that its rows name. */
export type Source = {
  client: pg.Client
  store: FileStore
  /** Says how it went, where that is remembered. */
  end(outcome: Outcome): Promise<void>
}

/** Asks the database itself, or, where a server has the embedded one open, that server for a copy. */
export async function openSource(config: Config, tokens: Pick<Tokens, 'serviceRoleKey'>): Promise<Source> {
  const store = await openStore(config, join(config.dataDir, 'files', 'incoming'))
  const running = config.databaseUrl ? undefined : runningServer(config, tokens)
  const begun = await running?.begin()
  const opened = config.databaseUrl
    ? await connectTo(config.databaseUrl, `${config.name} backup`)
    : await openFolder(begun?.folder ?? join(config.dataDir, 'db'))
  const { client } = opened
  const { records, id } = await begin(client, begun).catch(async (error: unknown) => {
    // A database that stays open would keep the process from ending.
    await opened.end()
    store.close()
    throw error
  })
  return {
    client,
    store,
    async end(outcome) {
      try {
        if (begun) {
          await opened.end()
          await rm(begun.folder, { recursive: true, force: true })
          await running?.end(id, outcome)
        } else {
          await client.query('rollback')
          await records?.end(id, outcome)
          await opened.end()
        }
      } finally {
        store.close()
      }
    },
  }
}

/** A database of before there were backups remembers none, until it is brought up to date. */
async function begin(client: pg.Client, begun: { id: string } | undefined) {
  const records = begun || !(await isThere(client, 'engine.backups')) ? undefined : recordsOf(client)
  return { records, id: begun?.id ?? (await records?.begin()) ?? '' }
}

/** On a connection that has no transaction open. */
const recordsOf = (client: pg.Client): Records =>
  recordsIn({
    run: async (_options, { text, values }) => (await client.query(text, values && [...values])).rows,
  })

function runningServer({ host, port }: Config, { serviceRoleKey }: Pick<Tokens, 'serviceRoleKey'>) {
  const everywhere = host === '0.0.0.0' || host === '::'
  const url = `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}${BACKUPS_PATH}`
  const headers = {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    'content-type': 'application/json',
  }

  return {
    /** Undefined where no server runs. */
    async begin() {
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
      if (!answer) return undefined
      if (!answer.ok)
        throw new Error(`The server on port ${port} makes no copy: ${answer.status} ${await answer.text()}`)
      return begunAnswer.parse(await answer.json())
    },
    async end(id: string, outcome: Outcome) {
      const answer = await fetch(`${url}/${id}`, { method: 'PATCH', headers, body: JSON.stringify(outcome) })
      if (!answer.ok) throw new Error(`The server does not remember how the backup ended: ${answer.status}`)
    },
  }
}
