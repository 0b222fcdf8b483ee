import { runningFunction } from './running-function.ts'

type Variables = Record<string, string>

const DATABASE = 'SUPABASE_DB_URL'

let installationVariables: Variables = {}
let databaseAddress: (() => string | undefined) | undefined
const overriddenVariables = new Map<string, Variables>()

/**
 * Gives each function a copy of the variables, also as `process.env`. `askForDatabase`, where given, is called when a
 * function reads `SUPABASE_DB_URL`.
 */
export function setVariables(variables: Readonly<Variables>, askForDatabase?: () => string | undefined): void {
  installationVariables = variables
  databaseAddress = askForDatabase
  process.env = processEnv
}

/** The environment of the current function. Its changes are visible to no other function. */
export function ownVariables(): Variables {
  const name = runningFunction()?.name
  if (name === undefined) return Object.create(null)
  const known = overriddenVariables.get(name)
  if (known) return known
  const variables: Variables = Object.assign(Object.create(null), installationVariables, {
    SUPABASE_FUNCTION_SLUG: name,
  })
  if (databaseAddress) {
    const set = (value: string) => Object.defineProperty(variables, DATABASE, { value, writable: true })
    Object.defineProperty(variables, DATABASE, { get: databaseAddress, set, enumerable: true, configurable: true })
  }
  overriddenVariables.set(name, variables)
  return variables
}

const processEnv = new Proxy<NodeJS.ProcessEnv>(
  {},
  {
    get: (_, name) => (typeof name === 'string' ? ownVariables()[name] : undefined),
    has: (_, name) => name in ownVariables(),
    set: (_, name, value) => Reflect.set(ownVariables(), name, String(value)),
    deleteProperty: (_, name) => Reflect.deleteProperty(ownVariables(), name),
    ownKeys: () => Reflect.ownKeys(ownVariables()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(ownVariables(), name),
  },
)
