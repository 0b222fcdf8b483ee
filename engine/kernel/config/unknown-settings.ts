import { z } from 'zod'

/**
 * The settings of a config.toml, as `section.name`, that its schema does not know, so that a typing error is noticed.
 * Settings of the containers that the CLI starts are not reported.
 */
export function unknownSettings(settings: unknown, schema: z.core.$ZodType): string[] {
  return unknownIn(settings, unwrapped(schema), '').filter((name) => !cliOnlySettings.test(name))
}

const cliOnlySettings = new RegExp(
  `^(${[
    'analytics|experimental|inbucket|local_smtp|remotes|studio',
    'api\\.(external_url|port|tls)',
    'auth\\.(publishable_key|secret_key|anon_key|service_role_key|rate_limit\\.web3)',
    'db\\.(?!seed\\b).*',
    'edge_runtime\\.(deno_version|inspector_port|policy)',
    '(realtime|storage)\\.ip_version',
  ].join('|')})(\\.|$)`,
)

function unknownIn(settings: unknown, schemas: readonly z.core.$ZodType[], name: string): string[] {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return []
  const within = (key: string) => (name === '' ? key : `${name}.${key}`)
  const records = schemas.filter((schema) => schema instanceof z.ZodRecord)
  const objects = schemas.filter((schema) => schema instanceof z.ZodObject)
  if (records.length + objects.length === 0) return []
  return Object.entries(settings).flatMap(([key, value]) => {
    const known = [
      ...records.map(({ valueType }) => valueType),
      ...objects.flatMap(({ shape }) => (Object.hasOwn(shape, key) && shape[key] ? [shape[key]] : [])),
    ]
    if (known.length > 0) return unknownIn(value, known.flatMap(unwrapped), within(key))
    return isSwitchedOff(value) ? [] : [within(key)]
  })
}

/** A new config.toml of the CLI has many sections that contain only `enabled = false`. */
function isSwitchedOff(section: unknown): boolean {
  if (typeof section !== 'object' || section === null) return false
  if ('enabled' in section) return section.enabled === false
  const within = Object.values(section)
  return within.length > 0 && within.every(isSwitchedOff)
}

/** The object schemas inside a wrapped schema; for an intersection, those of both sides. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodIntersection) return [schema.def.left, schema.def.right].flatMap(unwrapped)
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional
  return isWrapped ? unwrapped(schema.unwrap()) : [schema]
}
