import type { Config } from '../kernel/config/environment-variables.ts'
import { ownUrlOf } from '../kernel/config/own-url.ts'
import type { Tokens } from '../tokens/tokens.ts'
import { BACKUPS_PATH, type BackupOutcome, begunAnswer } from './backup-records.ts'

/** The server that has the embedded database of these settings open, if one runs. */
export function runningServer(config: Config, { serviceRoleKey }: Pick<Tokens, 'serviceRoleKey'>) {
  const url = `${ownUrlOf(config)}${BACKUPS_PATH}`
  const headers = {
    apikey: serviceRoleKey,
    authorization: `Bearer ${serviceRoleKey}`,
    'content-type': 'application/json',
  }

  return {
    /** Returns undefined where no server runs. */
    async begin() {
      const answer = await fetch(url, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
      if (!answer) return undefined
      if (!answer.ok)
        throw new Error(`The server on port ${config.port} makes no copy: ${answer.status} ${await answer.text()}`)
      return begunAnswer.parse(await answer.json())
    },
    async end(id: string, outcome: BackupOutcome) {
      const answer = await fetch(`${url}/${id}`, { method: 'PATCH', headers, body: JSON.stringify(outcome) })
      if (!answer.ok) throw new Error(`The server could not record how the backup ended: ${answer.status}`)
    },
    /** Returns false where no server runs. */
    async noteProven(name: string): Promise<boolean> {
      const answer = await fetch(`${url}/proven`, { method: 'POST', headers, body: JSON.stringify({ name }) }).catch(
        () => undefined,
      )
      if (answer && !answer.ok)
        throw new Error(`The server could not record that the backup was proven: ${answer.status}`)
      return answer !== undefined
    },
  }
}
