import pg from 'pg'

type Client = Pick<pg.Client, 'query'>
type Constraint = {
  on: string
  kind: string
  name: string
  definition: string
  comment: string | null
  /** The number of tables above this one in the inheritance. */
  depth: number
  schema: string
}

const CHECK_VIOLATION = '23514'

/**
 * Constraints that rows may break while they are copied, though they satisfy them once all rows are there. Foreign keys
 * may refer to a later table or to the same one; functions of checks may read another table; and constraints may have
 * been declared not valid because older rows break them. All of them are dropped and created again once the rows are
 * there. A check that a table inherits is dropped and created with its parent's.
 */
const LIST_CONSTRAINTS = `
  with recursive levels as (
    select oid, 0 as level from pg_class where relkind in ('r', 'p')
    union
    select inhrelid, level + 1 from levels join pg_inherits on inhparent = levels.oid
  )
  select
    case when conrelid <> 0 then format('table %I.%I', nspname, relname) else format('domain %I.%I', nspname, typname) end
      as on,
    contype as kind, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition,
    obj_description(pg_constraint.oid, 'pg_constraint') as comment,
    coalesce((select max(level) from levels where levels.oid = conrelid), 0) as depth,
    nspname as schema
  from pg_constraint
  join pg_namespace on pg_namespace.oid = connamespace
  left join pg_class on pg_class.oid = conrelid
  left join pg_type on pg_type.oid = contypid
  where nspname not in ('pg_catalog', 'information_schema')
    and not exists (
      select from pg_depend
      where deptype = 'e' and (classid, objid) in (('pg_class'::regclass, conrelid), ('pg_type'::regclass, contypid))
    )
    and (
      contype = 'f' and conparentid = 0
      or contype = 'c' and conislocal and relkind in ('r', 'p')
      or contype = 'n' and conislocal and not convalidated
      or contype = 'c' and contypid <> 0 and not convalidated
    )
  order by depth, 1, 3`

/**
 * Drops the constraints of tables that are being filled, and creates them again afterwards. The caller must own the
 * tables.
 */
export class SuspendedConstraints {
  readonly #client: Client
  readonly #found: readonly Constraint[]

  private constructor(client: Client, found: readonly Constraint[]) {
    this.#client = client
    this.#found = found
  }

  /** `search_path` must be pg_catalog, so that the definitions that Postgres returns are fully qualified. */
  static async setAside(client: Client): Promise<SuspendedConstraints> {
    const { rows } = await client.query<Constraint>(LIST_CONSTRAINTS)
    await client.query(rows.map(({ on, name }) => `alter ${on} drop constraint ${name}`).join(';\n'))
    return new SuspendedConstraints(client, rows)
  }

  /**
   * `lookIn` sets the schemas in which functions resolve their names. Returns notes: a check that a row no longer
   * meets, such as one about a date that has passed, is restored for new rows only.
   */
  async bringBack(lookIn: (schema: string) => Promise<void>): Promise<string[]> {
    const notes: string[] = []
    // Children come first: a parent's constraint merges with the equal one of a child, but not the other way round.
    const byTable = Map.groupBy(this.#found.toReversed(), ({ on }) => on)
    const checks = [...byTable.values()].map((all) => all.filter(({ kind }) => kind !== 'f'))
    for (const group of checks) {
      const [first] = group
      if (!first) continue
      await lookIn(first.schema)
      notes.push(...(await this.#addChecks(group)))
    }
    const keys = this.#found.filter(({ kind }) => kind === 'f')
    await this.#client.query([...keys.map((key) => addition([key])), ...this.#found.flatMap(commentOn)].join(';\n'))
    return notes
  }

  /**
   * Adds the checks together, since each statement reads the whole table; one by one where a row breaks one of them.
   */
  async #addChecks(checks: readonly Constraint[]): Promise<string[]> {
    const [first] = checks
    if (checks.length > 1 && first?.on.startsWith('table ') && (await this.#keeps(addition(checks)))) return []
    const notes: string[] = []
    for (const check of checks) {
      if (await this.#keeps(addition([check]))) continue
      await this.#client.query(`${addition([check])} not valid`)
      notes.push(`Rows break the check ${check.name} of the ${check.on}: it holds for new rows alone now (not valid).`)
    }
    return notes
  }

  /** Returns false and changes nothing where a row breaks a check. */
  async #keeps(statement: string): Promise<boolean> {
    await this.#client.query('savepoint checks')
    try {
      await this.#client.query(statement)
      await this.#client.query('release checks')
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== CHECK_VIOLATION) throw error
      await this.#client.query('rollback to checks')
      return false
    }
  }
}

const addition = (constraints: readonly Constraint[]) =>
  `alter ${constraints[0]?.on} ${constraints.map(({ name, definition }) => `add constraint ${name} ${definition}`).join(', ')}`

const commentOn = ({ on, name, comment }: Constraint) =>
  comment === null
    ? []
    : `comment on constraint ${name} on ${on.replace(/^table /, '')} is ${pg.escapeLiteral(comment)}`
