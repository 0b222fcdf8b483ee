import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { connectTo, openFolder } from '../database/offline/plain-client.ts'
import { statementsOn } from '../database/offline/statements-on.ts'
import { tableExists } from '../database/offline/table-exists.ts'
import type { Config } from '../kernel/config/environment-variables.ts'
import { ownUrlOf } from '../kernel/config/own-url.ts'
import { type ApiKeyRows, apiKeyRow, apiKeyRowsIn, type NamedKey } from '../tokens/api-key-rows.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { API_KEYS_PATH } from './api-key-routes.ts'

type WithApiKeysOptions = { config: Config; tokens: Pick<Tokens, 'serviceRoleKey'> }

/**
 * Runs work on the keys of an installation, also while servers use it: an embedded database is reached through the
 * server that has it open, or directly while none runs. Undefined where there is no database yet, or an empty one.
 */
export async function withApiKeys<T>(
  { config, tokens }: WithApiKeysOptions,
  work: (rows: ApiKeyRows) => Promise<T>,
): Promise<T | undefined> {
  const folder = join(config.dataDir, 'db')
  if (!config.databaseUrl) {
    if (!existsSync(folder)) return undefined
    const running = rowsOfServer(`${ownUrlOf(config)}${API_KEYS_PATH}`, tokens.serviceRoleKey)
    if (await running.answers()) return work(running)
  }
  const { client, end } = config.databaseUrl
    ? await connectTo(config.databaseUrl, `${config.name} keys`)
    : await openFolder(folder)
  try {
    if (!(await tableExists(client, 'engine.api_keys'))) return undefined
    return await work(apiKeyRowsIn(statementsOn(client)))
  } finally {
    await end()
  }
}

/** The keys, read and written through a running server. */
function rowsOfServer(url: string, apikey: string) {
  const ask = (path: string, method: string, body?: NamedKey) =>
    fetch(`${url}${path}`, {
      method,
      headers: { apikey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

  /** The body of the response; undefined for the status `no`. */
  async function answerTo(asked: Promise<Response>, no?: number): Promise<unknown> {
    const answer = await asked
    if (answer.status === no) return undefined
    if (!answer.ok) throw new Error(`The server at ${url} answers ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    /** Returns false where no server runs. */
    answers: () =>
      ask('', 'HEAD').then(
        () => true,
        () => false,
      ),
    list: async () => z.array(apiKeyRow).parse(await answerTo(ask('', 'GET'))),
    add: async (key: NamedKey) => (await answerTo(ask('', 'POST', key), 409)) !== undefined,
    revoke: async ({ type, name }: NamedKey) => (await answerTo(ask(`/${type}/${name}`, 'DELETE'), 404)) !== undefined,
  }
}
