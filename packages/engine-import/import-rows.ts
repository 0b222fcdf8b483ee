import { pauseEventTriggers, pauseTableTriggers, readText, SearchPath, SuspendedConstraints } from 'engine/feature'
import type pg from 'pg'
import { type DataPart, dataParts } from './data-parts.ts'
import { TableImport } from './table-import.ts'

type Sequence = Extract<DataPart, { kind: 'sequence' }>

/**
 * Fills the tables, in an open transaction, with triggers, references and checks switched off, since rows come in the order
 * of the dump. Compares them with it afterwards.
 */
export async function importRows(client: pg.Client, files: readonly string[], onProgress: (text: string) => void) {
  const searchPath = new SearchPath(client)
  const lookIn = (schema: string) => searchPath.beginWith(schema)
  const resume = [await pauseEventTriggers(client), await pauseTableTriggers(client)]
  const constraints = await SuspendedConstraints.setAside(client)
  const tables = new TableImport(client)
  const sequences: Sequence[] = []
  for (const file of files) {
    for (const part of dataParts(await readText(file), file)) {
      if (part.kind === 'sequence') sequences.push(part)
      else await tables.add(part)
    }
  }
  onProgress('rows')
  const notes = await tables.fill(lookIn)
  await client.query('set constraints all immediate')
  notes.push(...(await constraints.bringBack(lookIn)))
  await searchPath.reset()
  notes.push(...(await setSequences(client, sequences)))
  for (const each of resume.toReversed()) await each()
  return { ...(await tables.compare()), notes }
}

async function setSequences(client: pg.Client, sequences: readonly Sequence[]): Promise<string[]> {
  const notes: string[] = []
  for (const { sequence, value, isCalled } of sequences) {
    const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
      sequence,
    ])
    if (rows[0]?.is_there)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [sequence, value, isCalled])
    else notes.push(`The sequence ${sequence} does not exist here; it was at ${value}.`)
  }
  return notes
}
