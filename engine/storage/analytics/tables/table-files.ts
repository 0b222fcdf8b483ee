import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isVersion } from '../../files/version.ts'
import { stringifyWithLongs } from '../long-json.ts'
import type { TableMetadata } from '../metadata/table-metadata.ts'

type Services = Pick<FastifyInstance, 'files' | 'log'>

/** By a name of ours alone: nothing that a row or a caller says leads elsewhere. */
function folderOf(catalogId: string, name: string): string {
  if (!isVersion(name)) throw new Error(`No table lies at ${name}.`)
  return `iceberg/${catalogId}/${name}`
}

/** Where a table lies: a folder of its own that no other table ever had. Its writers put its rows there. */
export const newLocation = ({ files }: Services, catalogId: string, name: string) =>
  files.store.named.addressOf(folderOf(catalogId, name))

/** Whether it is a place that this catalog gives to tables: what a writer was told, and says again. */
export function isOwnLocation(services: Services, catalogId: string, location: string): boolean {
  const name = nameIn(location)
  return isVersion(name) && location === newLocation(services, catalogId, name)
}

/** Writes the metadata down for readers who go by files; a commit counts once its row names the file. */
export async function writeMetadata(
  { files }: Services,
  catalogId: string,
  table: TableMetadata,
  previous?: string,
): Promise<string> {
  const number = previous === undefined ? 0 : Number.parseInt(nameIn(previous), 10) + 1
  const file = `${String(number).padStart(5, '0')}-${randomUUID()}.metadata.json`
  const name = `${folderOf(catalogId, nameIn(table.location))}/metadata/${file}`
  await files.store.named.write(name, stringifyWithLongs(table))
  return files.store.named.addressOf(name)
}

/** Of a commit that was not made, or that a table no longer remembers. */
export async function removeMetadata(services: Services, catalogId: string, table: TableMetadata, location: string) {
  await remove(services, `${folderOf(catalogId, nameIn(table.location))}/metadata/${nameIn(location)}`)
}

/** All that lies where the table lay, its rows too. */
export async function removeTableFiles(services: Services, catalogId: string, location: string) {
  await remove(services, folderOf(catalogId, nameIn(location)))
}

/** Nothing names the files any more, so that what stays behind is only room. */
async function remove({ files, log }: Services, name: string) {
  try {
    await files.store.named.remove(name)
  } catch (error) {
    log.warn(error, `Files of a table could not be removed: ${name}`)
  }
}

const nameIn = (location: string) => location.slice(location.lastIndexOf('/') + 1)
