import pg from 'pg'

/** A table with rows, and those of its columns that are written and not computed. */
export type Table = { schema: string; name: string; columns: string[] }
export type Sequence = { schema: string; name: string; value: string | null }

type Client = Pick<pg.Client, 'query'>

/** As it stands in the name of a piece of the archive, and in what is counted. */
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `${schema}.${name}`
export const quoted = ({ schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnsOf = ({ columns }: Table) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/** Whatever is not PostgreSQL's own, nor of an extension; what is lost when PostgreSQL stops is not kept either. */
const OURS = `
  nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and nspname !~ '^pg_(temp|toast_temp)_'
    and relpersistence = 'p'
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select nspname as schema, relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and ${OURS}
    order by 1, 2`)
  return rows
}

export async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(`
    select nspname as schema, relname as name, last_value::text as value
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace
    join pg_sequences on schemaname = nspname and sequencename = relname
    where relkind = 'S' and ${OURS}
    order by 1, 2`)
  return rows
}

/** So many blocks of a table are read at once: some four megabytes, and what was stored beside them. */
const BLOCKS_AT_ONCE = 512

/** The statements that copy a table out, piece by piece; together they are all of its rows, in one transaction. */
export async function piecesOf(client: Client, table: Table): Promise<string[]> {
  const { rows } = await client.query<{ blocks: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [quoted(table)],
  )
  const blocks = rows[0]?.blocks ?? 0
  const count = Math.ceil(blocks / BLOCKS_AT_ONCE)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * BLOCKS_AT_ONCE, (index + 1) * BLOCKS_AT_ONCE]
    const upTo = index === count - 1 ? '' : ` and ctid < '(${to},0)'`
    return `copy (select ${columnsOf(table)} from ${quoted(table)} where ctid >= '(${from},0)'${upTo}) to stdout`
  })
}
