import type pg from 'pg'
import { BadArchive } from './archive.ts'
import type { Heading } from './contents.ts'
import { copyIn } from './copy-rows.ts'
import { columnsOf, nameOf, quoted, type Table, tablesOf } from './tables.ts'

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Fills tables that migrations have just made. Meanwhile no trigger fires, and nothing refers to anything: rows come in the
 * order of the tables' names. Needs to own the tables, and nothing more; in one transaction that somebody else ends.
 */
export class Rows {
  readonly #client: pg.Client
  readonly #heading: Heading
  readonly #tables: ReadonlyMap<string, Table>
  readonly #counts = new Map<string, number>()
  #foreignKeys: ForeignKey[] = []

  constructor(client: pg.Client, heading: Heading) {
    this.#client = client
    this.#heading = heading
    this.#tables = new Map(heading.tables.map((table) => [nameOf(table), table]))
  }

  async begin() {
    const made = new Map((await tablesOf(this.#client)).map((table) => [nameOf(table), table]))
    for (const table of this.#heading.tables) this.#refuseOther(table, made.get(nameOf(table)))
    const { rows } = await this.#client.query<ForeignKey>(`
      select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint
      join pg_class on pg_class.oid = conrelid
      where contype = 'f' and conparentid = 0 and connamespace not in ('pg_catalog'::regnamespace)`)
    this.#foreignKeys = rows
    for (const { table, name } of rows) await this.#client.query(`alter table ${table} drop constraint ${name}`)
    const all = [...made.values()].map(quoted)
    // What migrations have put in is in the archive as well, or has been taken out since.
    if (all.length > 0) await this.#client.query(`truncate ${all.join(', ')}`)
    await this.#triggers('disable')
  }

  /** A piece of a table's rows, as COPY writes them. */
  async add(name: string, bytes: Buffer) {
    const table = this.#tables.get(name)
    if (!table) throw new BadArchive(`It has rows of ${name}, of which it does not tell.`)
    const count = await copyIn(this.#client, `copy ${quoted(table)} (${columnsOf(table)}) from stdin`, bytes)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count)
  }

  /** Throws where other rows came than `counts` says, or one refers to none. */
  async end(counts: Readonly<Record<string, number>>) {
    for (const [name, count] of Object.entries(counts)) {
      const came = this.#counts.get(name) ?? 0
      if (came !== count) throw new BadArchive(`${name} should have ${count} rows, and ${came} came.`)
    }
    await this.#triggers('enable')
    for (const { table, name, definition } of this.#foreignKeys) {
      await this.#client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    for (const { value, ...sequence } of this.#heading.sequences) {
      if (value !== null) await this.#client.query('select setval($1::regclass, $2::bigint)', [quoted(sequence), value])
    }
  }

  #refuseOther(table: Table, made: Table | undefined) {
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

  async #triggers(what: 'enable' | 'disable') {
    for (const table of this.#tables.values()) {
      await this.#client.query(`alter table ${quoted(table)} ${what} trigger user`)
    }
  }
}
