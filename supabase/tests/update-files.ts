import { service } from './people.ts'
import type { Agency } from './world.ts'

/** The bucket in which the files of updates lie. */
export const BUCKET = 'client-update-files'

export const agencies: readonly Agency[] = ['north', 'south', 'closed']

export const table = 'id,name\n1,Bread\n'

export const csv = (text = table) => new Blob([text], { type: 'text/csv' })

export const pathIn = (update: string) => `${update}/${Date.now()}_${crypto.randomUUID()}.csv`

export async function contentOf(path: string): Promise<string | undefined> {
  const { data } = await service.storage.from(BUCKET).download(path)
  return data === null ? undefined : data.text()
}
