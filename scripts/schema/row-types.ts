import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from 'engine/testing/database'
import { typeOf, typeOfColumn } from './type-of.ts'

type Column = {
  name: string
  type: string
  isNullable: boolean
  isFilledIn: boolean
  mayInsert: boolean
  mayUpdate: boolean
  checks: string[]
}
type Table = { name: string; columns: Column[]; relationships: unknown[] }
type SqlFunction = {
  name: string
  args: { name: string; type: string; isOptional: boolean }[]
  returns: string
  returnsMany: boolean
  columns: { name: string; type: string }[]
}

const sql = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/**
 * Generates the types of what `role` may read, write and call, in the shape of `supabase gen types`, which supabase-js
 * takes. Beyond that command, columns with a list of values get it as their type, and only what the role may access is
 * written.
 */
export async function rowTypes(tx: Transaction, role: string, callers: readonly string[]): Promise<string> {
  const tables = await tx.query<Table>(sql('tables.sql'), [role, ['r', 'p']])
  const views = await tx.query<Table>(sql('tables.sql'), [role, ['v']])
  const functions = await tx.query<SqlFunction>(sql('functions.sql'), [callers])
  return `// Written by \`npm run types\` from supabase/schemas, for what ${role} may do. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {${tables.map(tableType).join('\n')}}
    Views: {${views.map(viewType).join('\n')}}
    Functions: {${functions.map(functionType).join('\n')}}
    Enums: { [_ in never]: never }
    CompositeTypes: { [_ in never]: never }
  }
}

export type Tables<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row']
`
}

function tableType({ name, columns, relationships }: Table): string {
  const row = columns.map((column) => `${column.name}: ${typeOfColumn(column)}`)
  const insert = columns
    .filter(({ mayInsert }) => mayInsert)
    .map((column) => `${column.name}${column.isNullable || column.isFilledIn ? '?' : ''}: ${typeOfColumn(column)}`)
  const update = columns
    .filter(({ mayUpdate }) => mayUpdate)
    .map((column) => `${column.name}?: ${typeOfColumn(column)}`)
  return `${name}: {
    Row: ${object(row)}
    Insert: ${object(insert)}
    Update: ${object(update)}
    Relationships: ${JSON.stringify(relationships)}
  }`
}

/** PostgreSQL reports every column of a view as nullable. */
const viewType = ({ name, columns }: Table) => `${name}: {
    Row: ${object(columns.map((column) => `${column.name}: ${typeOfColumn(column)}`))}
    Relationships: []
  }`

function functionType({ name, args, returns, returnsMany, columns }: SqlFunction): string {
  const given = args.map((arg) => `${arg.name}${arg.isOptional ? '?' : ''}: ${typeOf(arg.type)}`)
  const row =
    columns.length > 0 ? object(columns.map((column) => `${column.name}: ${typeOf(column.type)}`)) : typeOf(returns)
  return `${name}: {
    Args: ${object(given)}
    Returns: ${row}${returnsMany ? '[]' : ''}
  }`
}

const object = (members: readonly string[]) =>
  members.length > 0 ? `{\n${members.join('\n')}\n}` : 'Record<PropertyKey, never>'
