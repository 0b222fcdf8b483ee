import { copyIn } from 'engine/feature'
import pg from 'pg'
import { BadDump } from './bad-dump.ts'
import type { DataPart, TableName } from './data-parts.ts'

/** Rows of the dump as text, in a temporary table. */
type Stage = { name: string; columns: readonly string[] }
type Column = { name: string; type: string; isGenerated: boolean }
/** A table of the database, with the columns that the dump fills. */
type Target = { table: TableName; stage: Stage; filled: Column[] }

type RowsPart = Extract<DataPart, { kind: 'copy' | 'insert' }>

/** Schemas that the platform makes. A hosted project has tables there that this database need not have. */
const OF_PLATFORM =
  /^(?:_.*|auth|cron|etl|extensions|graphql|graphql_public|net|pgbouncer|pgmq|pgsodium|pgsodium_masks|realtime|storage|supabase_functions|supabase_migrations|vault)$/

/** Histories of the platform's own migrations. */
const BOOKKEEPING = new Set([
  'auth.schema_migrations',
  'realtime.schema_migrations',
  'storage.migrations',
  'supabase_functions.migrations',
])

/**
 * Fills tables with the rows of a dump. They are collected in temporary tables first, as text, so that one statement per
 * table can leave out what this database does not have, and compare afterwards.
 */
export class TableImport {
  readonly #client: pg.Client
  readonly #stages = new Map<string, Stage & { table: TableName }>()
  readonly #targets: Target[] = []

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Collects some rows. */
  async add(part: RowsPart) {
    const key = nameOf(part.table)
    if (BOOKKEEPING.has(key)) return
    const stage = this.#stages.get(key) ?? (await this.#open(part))
    if (stage.columns.join() !== part.columns.join())
      throw new BadDump(`Line ${part.line}: ${key} has other columns than before in the dump.`)
    const into = `${stage.name} (${stage.columns.map((_, at) => `c${at}`).join(', ')})`
    try {
      if (part.kind === 'insert') await this.#client.query(`insert into ${into} ${part.values}`)
      else for (const piece of linesOf(part.data)) await copyIn(this.#client, `copy ${into} from stdin`, piece)
    } catch (cause) {
      throw new BadDump(`Line ${part.line}, the rows of ${key}: ${reasonOf(cause)}`, { cause })
    }
  }

  async #open({ table, columns }: RowsPart) {
    const stage = { name: `pg_temp.import_${this.#stages.size}`, columns, table }
    await this.#client.query(
      `create temporary table ${stage.name} (${columns.map((_, at) => `c${at} text`).join(', ')})`,
    )
    this.#stages.set(nameOf(table), stage)
    return stage
  }

  /**
   * Moves the collected rows into the tables, in place of what migrations have put there. `lookIn` sets the schema in which
   * functions resolve their names. Returns notes of what has no place here.
   */
  async fill(lookIn: (schema: string) => Promise<void>): Promise<string[]> {
    const notes: string[] = []
    for (const stage of this.#stages.values()) {
      const { table } = stage
      const columns = await columnsOf(this.#client, table)
      if (columns.length === 0) {
        notes.push(...(await this.#withoutTable(stage)))
        continue
      }
      const filled = columns.filter(({ name, isGenerated }) => !isGenerated && stage.columns.includes(name))
      notes.push(...(await this.#withoutColumn(stage, columns)))
      this.#targets.push({ table, stage, filled })
    }
    for (const { table } of this.#targets) await this.#client.query(`delete from ${quoted(table)}`)
    for (const target of this.#targets) {
      await lookIn(target.table.schema)
      const into = target.filled.map(({ name }) => pg.escapeIdentifier(name)).join(', ')
      const list = target.filled.length > 0 ? ` (${into}) overriding system value` : ''
      try {
        await this.#client.query(
          `insert into ${quoted(target.table)}${list} select ${staged(target)} from ${target.stage.name}`,
        )
      } catch (cause) {
        throw new BadDump(`The rows of ${nameOf(target.table)} do not fit: ${reasonOf(cause)}`, { cause })
      }
    }
    return notes
  }

  /** Compares the tables with the dump, by numbers and by values. Returns how many tables and rows there are. */
  async compare(): Promise<{ tables: number; rows: number }> {
    let rows = 0
    for (const target of this.#targets) {
      const [count, expected] = await this.#counts(target)
      const own = target.filled.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ')
      const text = target.filled.map((column) => `(${cast(target.stage, column)})::text`).join(', ')
      const { rows: different } = await this.#client.query(
        `select ${text} from ${target.stage.name} except all select ${own} from ${quoted(target.table)} limit 1`,
      )
      if (count !== expected || different.length > 0)
        throw new BadDump(
          `${nameOf(target.table)} is not as in the dump, which has ${expected} rows; here are ${count}.`,
        )
      rows += count
    }
    return { tables: this.#targets.length, rows }
  }

  async #counts({ table, stage }: Target): Promise<[number, number]> {
    return [await this.#count(quoted(table)), await this.#count(stage.name)]
  }

  async #count(from: string): Promise<number> {
    const { rows } = await this.#client.query<{ count: string }>(`select count(*) from ${from}`)
    return Number(rows[0]?.count)
  }

  async #withoutTable({ name, table }: Stage & { table: TableName }): Promise<string[]> {
    if (!OF_PLATFORM.test(table.schema))
      throw new BadDump(
        `The dump has rows of ${nameOf(table)}, which no migration of PROJECT_DIR makes. Write one that does (supabase db pull), and import again.`,
      )
    const count = await this.#count(name)
    return count === 0 ? [] : [`${nameOf(table)} does not exist here: ${count} rows of it were left out.`]
  }

  async #withoutColumn({ name, table, columns }: Stage & { table: TableName }, own: readonly Column[]) {
    const notes: string[] = []
    for (const [at, column] of columns.entries()) {
      if (own.some((known) => known.name === column)) continue
      const count = await this.#count(`${name} where c${at} is not null`)
      if (count === 0) continue
      if (!OF_PLATFORM.test(table.schema))
        throw new BadDump(`The dump has ${column} in ${nameOf(table)}, which no migration of PROJECT_DIR makes.`)
      notes.push(`${nameOf(table)}.${column} does not exist here: ${count} values of it were left out.`)
    }
    return notes
  }
}

export const nameOf = ({ schema, name }: TableName) => `${schema}.${name}`
const quoted = ({ schema, name }: TableName) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`

const staged = ({ stage, filled }: Target) => filled.map((column) => cast(stage, column)).join(', ')

/** The value of a column in the stage, read as PostgreSQL reads it in a file of rows. */
const cast = ({ columns }: Stage, { name, type }: Column) => `c${columns.indexOf(name)}::${type}`

/** Types without their lengths, since a cast to `varchar(5)` would cut a text where an assignment refuses it. */
async function columnsOf(client: pg.Client, table: TableName): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, -1) as type, attgenerated <> '' as "isGenerated"
    from pg_attribute
    join pg_class on pg_class.oid = attrelid
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = $1 and relname = $2 and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    order by attnum`,
    [table.schema, table.name],
  )
  return rows
}

const PIECE_CHARACTERS = 4 * 1024 * 1024

/** The data of a COPY in pieces of whole lines. In its text format a line break always ends a row. */
function* linesOf(data: string): Generator<Buffer> {
  for (let at = 0; at < data.length; ) {
    const end = data.indexOf('\n', at + PIECE_CHARACTERS) + 1 || data.length
    yield Buffer.from(data.slice(at, end))
    at = end
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
