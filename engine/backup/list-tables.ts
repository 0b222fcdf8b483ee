import pg from 'pg'

/** A table and its columns, except the generated ones. */
export type Table = { schema: string; name: string; columns: string[] }
/** `isCalled` is missing in archives of earlier versions, which recorded used sequences only. */
export type Sequence = { schema: string; name: string; value: string | null; isCalled?: boolean | undefined }

type Client = Pick<pg.Client, 'query'>
type Named = { schema: string; name: string }

/** The name of a table in an archive. It is unique, even where the name of a schema or a table contains a dot. */
export const nameOf = ({ schema, name }: Named) => `${unambiguous(schema)}.${unambiguous(name)}`
const unambiguous = (part: string) => (/[."]/.test(part) ? pg.escapeIdentifier(part) : part)

export const quoted = ({ schema, name }: Named) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
export const columnsOf = ({ columns }: Table) => columns.map((column) => pg.escapeIdentifier(column)).join(', ')

/**
 * Selects relations that belong neither to PostgreSQL nor to an extension. Unlogged tables are included, except the
 * engine's queues of outgoing requests: a restored copy must not send those a second time.
 */
export const IN_BACKUP = `
  nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and nspname !~ '^pg_(temp|toast_temp)_'
    and (relpersistence = 'p' or relpersistence = 'u' and nspname not in ('engine', 'net'))
    and not exists (
      select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
    )`

/** Selects generated columns and indexes of a table that call functions of the project. */
export const CALLS_FUNCTIONS = `
  exists (
    select from pg_depend
    where refclassid = 'pg_proc'::regclass
      and (
        classid = 'pg_attrdef'::regclass
          and objid in (
            select pg_attrdef.oid
            from pg_attrdef
            join pg_attribute on attrelid = adrelid and attnum = adnum
            where adrelid = pg_class.oid and attgenerated <> ''
          )
        or classid = 'pg_class'::regclass
          and objid in (select indexrelid from pg_index where indrelid = pg_class.oid)
      )
  )`

/**
 * All tables with rows. Tables with columns that functions compute come last, because the functions may read other
 * tables.
 */
export async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select nspname as schema, relname as name, array(
      select attname::text from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      order by attnum
    ) as columns
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'r' and ${IN_BACKUP}
    order by ${CALLS_FUNCTIONS}, 1, 2`)
  return rows
}

/** Reads each sequence itself, because `pg_sequences` shows no value for one that was restarted and not used since. */
export async function sequencesOf(client: Client): Promise<Sequence[]> {
  const { rows: found } = await client.query<Named>(`
    select nspname as schema, relname as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where relkind = 'S' and ${IN_BACKUP}
    order by 1, 2`)
  if (found.length === 0) return []
  const states = found.map(
    (sequence, index) => `select ${index} as no, last_value::text as value, is_called from ${quoted(sequence)}`,
  )
  const { rows } = await client.query<{ value: string; is_called: boolean }>(
    `${states.join(' union all ')} order by no`,
  )
  return found.map((sequence, index) => ({
    ...sequence,
    value: rows[index]?.value ?? null,
    isCalled: rows[index]?.is_called,
  }))
}
