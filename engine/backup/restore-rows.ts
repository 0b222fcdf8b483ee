import type pg from 'pg'
import { copyIn } from '../database/copy-rows.ts'
import type { Heading } from './archive-format.ts'
import { BadArchive } from './bad-archive.ts'
import { createEmptyTables } from './create-empty-tables.ts'
import { columnsOf, nameOf, quoted, type Table, tablesOf } from './list-tables.ts'
import { fillMaterializedViews } from './materialized-views.ts'
import { differencesFrom } from './not-in-backup.ts'
import { pauseEventTriggers, pauseTableTriggers } from './pause-triggers.ts'
import { SearchPath } from './search-path.ts'
import { SuspendedConstraints } from './suspend-constraints.ts'

/**
 * Fills tables that migrations have just created, with triggers, references and checks switched off meanwhile: rows
 * come in the order of the archive. Needs only to own the tables. The caller opens and ends the transaction.
 */
export class RowRestorer {
  readonly #client: pg.Client
  readonly #heading: Heading
  readonly #tables: ReadonlyMap<string, Table>
  readonly #counts = new Map<string, number>()
  readonly #searchPath: SearchPath
  #constraints: SuspendedConstraints | undefined
  readonly #resume: (() => Promise<void>)[] = []

  constructor(client: pg.Client, heading: Heading) {
    this.#client = client
    this.#heading = heading
    this.#tables = new Map(heading.tables.map((table) => [nameOf(table), table]))
    this.#searchPath = new SearchPath(client)
  }

  async begin() {
    this.#resume.push(await pauseEventTriggers(this.#client))
    await createEmptyTables(this.#client, this.#heading.definitions ?? [])
    const made = new Map((await tablesOf(this.#client)).map((table) => [nameOf(table), table]))
    for (const table of this.#heading.tables) requireKnownTable(table, made.get(nameOf(table)))
    this.#resume.push(await pauseTableTriggers(this.#client))
    this.#constraints = await SuspendedConstraints.setAside(this.#client)
  }

  /** Adds a piece of a table's rows in COPY's format. */
  async add(name: string, bytes: Buffer) {
    const table = this.#tables.get(name)
    if (!table) throw new BadArchive(`It has rows of ${name}, of which it does not tell.`)
    await this.#searchPath.beginWith(table.schema)
    const columns = table.columns.length > 0 ? ` (${columnsOf(table)})` : ''
    const count = await copyIn(this.#client, `copy ${quoted(table)}${columns} from stdin`, bytes)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  /** Throws where the numbers of rows differ from `counts` or a reference is broken. Returns notes. */
  async end(counts: Readonly<Record<string, number>>): Promise<string[]> {
    for (const [name, count] of Object.entries(counts)) {
      const came = this.#counts.get(name) ?? 0
      if (came !== count) throw new BadArchive(`${name} should have ${count} rows, and ${came} came.`)
    }
    // Deferred unique and exclusion constraints would keep the tables from being altered.
    await this.#client.query('set constraints all immediate')
    const lookIn = (schema: string) => this.#searchPath.beginWith(schema)
    const broken = (await this.#constraints?.bringBack(lookIn)) ?? []
    const unfilled = await fillMaterializedViews(this.#client, this.#heading.materializedViews, lookIn)
    await this.#searchPath.reset()
    for (const { value, isCalled = true, ...sequence } of this.#heading.sequences) {
      if (value === null) continue
      await this.#client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(sequence), value, isCalled])
    }
    for (const resume of this.#resume.toReversed()) await resume()
    const different = await differencesFrom(this.#heading, this.#client)
    return [...broken, ...unfilled, ...(this.#heading.unheldRows ?? []), ...different]
  }
}

function requireKnownTable(table: Table, made: Table | undefined) {
  if (!made) {
    throw new Error(
      `The backup has a table ${nameOf(table)}, which no migration of PROJECT_DIR makes. Write one that does, and restore again.`,
    )
  }
  const missing = table.columns.filter((column) => !made.columns.includes(column))
  if (missing.length > 0) {
    throw new Error(
      `The backup has ${missing.join(', ')} in ${nameOf(table)}, which no migration of PROJECT_DIR makes.`,
    )
  }
}
