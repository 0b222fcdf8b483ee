import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { IN_BACKUP, quoted } from './list-tables.ts'

type Client = Pick<pg.Client, 'query'>

/** How a table or a sequence is created: the object itself, then what belongs to it, then what refers to others. */
export type Definition = {
  schema: string
  name: string
  /** The parent of a partition and the partition's bounds. */
  partitionOf: string | null
  bound: string | null
  create: string
  parts: string[]
  references: string[]
}

const STATEMENT = readFileSync(join(import.meta.dirname, 'definitions.sql'), 'utf8').replace('OURS', () => IN_BACKUP)

/** Reads the definitions of all tables, in an order in which they can be created. `search_path` must be pg_catalog. */
export async function definitionsOf(client: Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(STATEMENT)
  return rows
}

/**
 * Creates the tables and sequences of a backup that no migration creates: a function of the project or an administrator
 * created them at run time. Partitions become those of the backup. The tables must be empty.
 */
export async function createMissingObjects(client: Client, wanted: readonly Definition[]) {
  const here = new Map((await definitionsOf(client)).map((one) => [quoted(one), one]))
  const there = new Map(wanted.map((one) => [quoted(one), one]))
  for (const partition of [...here.values()].reverse()) {
    const same = there.get(quoted(partition))
    if (!partition.partitionOf || isSamePart(partition, same)) continue
    await client.query(`alter table ${partition.partitionOf} detach partition ${quoted(partition)}`)
    if (!same) await client.query(`drop table ${quoted(partition)}`)
  }
  const missing = wanted.filter((one) => !here.has(quoted(one)))
  for (const one of missing) await createObject(client, one)
  for (const one of wanted) {
    const old = here.get(quoted(one))
    if (old && one.partitionOf && !isSamePart(one, old)) {
      await client.query(`alter table ${one.partitionOf} attach partition ${quoted(one)} ${one.bound}`)
    }
  }
  for (const one of missing) await run(client, one, one.references)
}

const isSamePart = (one: Definition, other: Definition | undefined) =>
  one.partitionOf === other?.partitionOf && one.bound === other?.bound

async function createObject(client: Client, one: Definition) {
  await run(client, one, [one.create, ...one.parts])
  // Default privileges may grant more on a new table than the original had.
  const { rows } = await client.query<{ grantee: string }>(
    `select distinct case grantee when 0 then 'public' else grantee::regrole::text end as grantee
    from pg_class, aclexplode(relacl)
    where pg_class.oid = $1::regclass and grantee <> relowner`,
    [quoted(one)],
  )
  for (const { grantee } of rows) await client.query(`revoke all on ${quoted(one)} from ${grantee}`)
}

async function run(client: Client, one: Definition, statements: readonly string[]) {
  try {
    for (const statement of statements) await client.query(statement)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(
      `The backup has ${quoted(one)}, which no migration of PROJECT_DIR makes and which cannot be made like it was: ${reason}. Write a migration that makes it, and restore again.`,
      { cause },
    )
  }
}
