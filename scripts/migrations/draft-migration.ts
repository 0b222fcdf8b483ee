import { catalogue, type Database, inspectAfterSql, type SqlFiles, type Transaction } from 'engine/testing/database'
import { type Candidate, type Comparison, candidatesFor } from './candidate-statements.ts'
import { notesForPeople, tableOf } from './left-to-people.ts'
import { statementsOf } from './schema-statements.ts'
import { named, withoutArguments } from './statement-objects.ts'

/**
 * Statements that lead from one database to the other, and the differences that a person has to resolve. `misplaced`
 * lists tables whose new columns are not last in the schemas, which no migration can achieve.
 */
export type Draft = { statements: string[]; byHand: string[]; misplaced: string[] }

/**
 * Drafts a migration from what `migrations` make to what `schemas` say. Each statement is tried: it enters the draft
 * because it brought the database nearer. Statements that depend on each other find their order by repeated attempts.
 */
export async function draftOf(database: Database, migrations: SqlFiles, schemas: SqlFiles): Promise<Draft> {
  const said = await statementsOf(schemas)
  const wanted = await inspectAfterSql(database, schemas, async (tx) => ({
    wanted: await catalogue(tx),
    defaults: await defaults(tx),
  }))
  return inspectAfterSql(database, migrations, async (tx) => {
    const now = await catalogue(tx)
    return new Drafting(tx, { ...wanted, now, schemas: said }).draft()
  })
}

async function defaults(tx: Transaction): Promise<Record<string, string>> {
  const rows = await tx.query<{ column: string; value: string }>(`
    select concat_ws('.', relnamespace::regnamespace, relname, attname) as column, pg_get_expr(adbin, adrelid) as value
    from pg_attrdef
    join pg_attribute on attrelid = adrelid and attnum = adnum and attgenerated = ''
    join pg_class on pg_class.oid = adrelid`)
  return Object.fromEntries(rows.map(({ column, value }) => [column, value]))
}

class Drafting {
  readonly #tx: Transaction
  readonly #statements: string[] = []
  readonly #byHand: string[] = []
  readonly #before: Comparison['now']
  #comparison: Comparison

  constructor(tx: Transaction, comparison: Comparison) {
    this.#tx = tx
    this.#comparison = comparison
    this.#before = comparison.now
  }

  async draft(): Promise<Draft> {
    for (let hasGoneOn = true; hasGoneOn; ) {
      hasGoneOn = false
      for (const object of inOrder(differences(this.#comparison), this.#comparison)) {
        if (this.#differs(object) && (await this.#bring(object))) hasGoneOn = true
      }
    }
    const open = notesForPeople(differences(this.#comparison), this.#comparison, this.#before)
    const misplaced = open.length > 0 ? [] : inAnotherOrder(this.#comparison)
    return { statements: this.#statements, byHand: [...this.#byHand, ...open], misplaced }
  }

  readonly #differs = (object: string) => !isSame(object, this.#comparison)

  async #bring(object: string): Promise<boolean> {
    for (const candidate of candidatesFor(object, this.#comparison)) {
      if (candidate.statements.length > 0 && (await this.#try(object, candidate))) return true
    }
    return false
  }

  async #try(object: string, { statements, isStep, byHand }: Candidate): Promise<boolean> {
    await this.#tx.query('savepoint before_candidate')
    try {
      await this.#tx.query(statements.join('\n'))
      const next = { ...this.#comparison, now: await catalogue(this.#tx) }
      const isBrought = isSame(object, next)
      if (isBrought || (isStep && isNearer(this.#comparison, next))) {
        this.#comparison = next
        if (byHand) this.#byHand.push(byHand)
        else this.#statements.push(...statements)
        return true
      }
    } catch {
      // PostgreSQL refuses this statement; another candidate may work, or this one after others.
    }
    await this.#tx.query('rollback to savepoint before_candidate')
    return false
  }
}

/** Whether the differences changed and no correct object became wrong. */
function isNearer(before: Comparison, after: Comparison): boolean {
  const wrong = new Set(differences(before))
  const isAnother = Object.keys({ ...before.now, ...after.now }).some((name) => before.now[name] !== after.now[name])
  return isAnother && differences(after).every((name) => wrong.has(name))
}

/** The objects that differ, without those that the platform adds to the project's own. */
const differences = ({ now, wanted }: Pick<Comparison, 'now' | 'wanted'>) =>
  Object.keys({ ...now, ...wanted }).filter(
    (name) => !isSame(name, { now, wanted }) && !ofPlatform.test(`${name} ${now[name] ?? wanted[name]}`),
  )

/** Compares without a column's position, which is compared separately. */
const isSame = (object: string, { now, wanted }: Pick<Comparison, 'now' | 'wanted'>) =>
  object.startsWith('column ')
    ? withoutPlace(now[object]) === withoutPlace(wanted[object])
    : now[object] === wanted[object]

const withoutPlace = (definition: string | undefined) => definition?.replace(/^no\. \d+ /, '')

/** Tables that have the same columns in another order. */
function inAnotherOrder({ now, wanted }: Comparison): string[] {
  const moved = Object.keys(wanted).filter((object) => object.startsWith('column ') && now[object] !== wanted[object])
  return [...new Set(moved.map(tableOf))]
}

/** The engine maintains its own trigger on every published table. */
const ofPlatform = /^trigger [\s\S]* EXECUTE FUNCTION engine\./

const removalOrder = ['policy', 'trigger', 'constraint', 'index', 'relation', 'function', 'type']

/** Removals come first, dependents before what they depend on; then everything in the order of the schemas. */
function inOrder(objects: readonly string[], { wanted, schemas }: Comparison): string[] {
  const created = schemas.map((statement) => named(statement).creates)
  const place = (object: string): number => {
    const [kind = '', name = ''] = object.split(' ')
    if (wanted[object] === undefined) return removalOrder.indexOf(kind) - removalOrder.length
    const table = kind === 'column' ? name.slice(0, name.lastIndexOf('.')) : name
    const ofTable = kind === 'column' || kind === 'constraint'
    const found = created.indexOf(ofTable ? `relation ${table}` : withoutArguments(object))
    return found < 0 ? created.length : found + (kind === 'constraint' ? 0.5 : 0)
  }
  return objects.toSorted((a, b) => place(a) - place(b))
}
