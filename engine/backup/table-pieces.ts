import type pg from 'pg'
import { copyOut } from '../database/copy-rows.ts'
import { CALLS_FUNCTIONS, columnsOf, quoted, type Table } from './list-tables.ts'
import { SearchPath } from './search-path.ts'

/** The size of a piece, counting long values that are stored outside of the table's blocks. */
const PIECE_BYTES = 8 * 1024 * 1024
/** The largest number of blocks in a piece: four megabytes. */
const MAX_BLOCKS = 512

/** Some rows of a table in COPY's format. */
export type TablePiece = { index: number; bytes: Buffer; rows: number }

/** All rows of a table, piece by piece, in one transaction. */
export async function* piecesOf(client: pg.Client, table: Table): AsyncGenerator<TablePiece> {
  const { rows } = await client.query<{ blocks: number; bytes: string; callsFunctions: boolean }>(
    `select
      (pg_relation_size(oid) / current_setting('block_size')::int)::int as blocks,
      pg_table_size(oid) as bytes,
      ${CALLS_FUNCTIONS} as "callsFunctions"
    from pg_class
    where oid = $1::regclass`,
    [quoted(table)],
  )
  const { blocks, bytes, callsFunctions } = rows[0] ?? { blocks: 0, bytes: '0', callsFunctions: false }
  const searchPath = new SearchPath(client)
  // Postgres resolves the functions of a table's indexes even where it only reads the table.
  if (callsFunctions) await searchPath.beginWith(table.schema)
  for (const [index, statement] of statementsOf(table, blocks, Number(bytes)).entries()) {
    const copied = await copyOut(client, statement)
    if (copied.rows > 0) yield { index, ...copied }
  }
  if (callsFunctions) await searchPath.reset()
}

function statementsOf(table: Table, blocks: number, bytes: number): string[] {
  const atOnce = Math.max(1, Math.min(MAX_BLOCKS, Math.floor((blocks * PIECE_BYTES) / Math.max(1, bytes))))
  const count = Math.ceil(blocks / atOnce)
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index * atOnce, (index + 1) * atOnce]
    const upTo = index === count - 1 ? '' : ` and ctid < '(${to},0)'`
    // `only`: the rows of tables that inherit from this one are copied with those tables.
    return `copy (select ${columnsOf(table)} from only ${quoted(table)} where ctid >= '(${from},0)'${upTo}) to stdout`
  })
}
