import { comparableDefinition, freshObjects } from 'engine/maintenance'
import { type Check, type Finding, leftOut, ok, problem, reasonOf, warning } from '../check-result.ts'

const MAX_OBJECTS_NAMED = 30
/** Objects of the project's schemas, which decide who may do what. */
const projectObjects = /^\w+( trigger| grants)? (public|private|storage|auth)\b/

/** Compares the database with that of a new installation, and names what was changed by hand. */
export const schema: Check = async ({ examination, project, config }) => {
  try {
    const { objects, features, migrations, version, owner } = await examination()
    if (migrations.missing.length + migrations.unknown.length > 0) {
      return leftOut('The schema was not compared: it is another one until all migrations are applied.')
    }
    const fresh = await freshObjects(project, features)
    const findings = differences(objects, fresh, { isSameKind: !config.databaseUrl, owner })
    if (findings.length > MAX_OBJECTS_NAMED) {
      const more = findings.length - MAX_OBJECTS_NAMED
      findings.splice(
        MAX_OBJECTS_NAMED,
        more,
        problem(`So are ${more} more.`, 'Compare the two by `npx supabase db diff`.'),
      )
    }
    const major = Math.floor(version / 10_000)
    return findings.length > 0
      ? findings
      : ok(`The schema is that of a new installation: ${Object.keys(fresh).length} objects (PostgreSQL ${major}).`)
  } catch (error) {
    return leftOut(`The schema was not compared: ${reasonOf(error)}`)
  }
}

type Objects = Readonly<Record<string, string>>

type Circumstances = { isSameKind: boolean; owner: string }

function differences(here: Objects, fresh: Objects, { isSameKind, owner }: Circumstances): Finding[] {
  const comparable = comparableDefinition(owner)
  const isSame = (name: string) => comparable(here[name] ?? '') === comparable(fresh[name] ?? '')
  const names = Object.keys({ ...fresh, ...here }).filter((name) => name in here !== name in fresh || !isSame(name))
  return names.toSorted().flatMap((name): Finding[] => {
    const [isHere, isFresh] = [name in here, name in fresh]
    // On the operator's own PostgreSQL server, roles, extensions and grants outside the project's schemas are the
    // operator's.
    if (!projectObjects.test(name) && !(isSameKind && isFresh)) return []
    const what =
      isHere && isFresh
        ? 'is another one than in a new installation'
        : isHere
          ? 'is in no new installation'
          : 'is missing'
    const found = `The ${name} ${what}.`
    const todo =
      isHere && !isFresh
        ? 'Drop it, or write a migration that makes it.'
        : 'Make it again as its file in supabase/schemas says.'
    return [isSecurity(name) || isFresh ? problem(found, todo) : warning(found, todo)]
  })
}

/** Additional objects of these kinds may grant additional rights. */
const isSecurity = (name: string) => /^(policy|function) /.test(name)
