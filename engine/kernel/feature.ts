import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FeatureTables, TablesOfFeature } from './feature-tables.ts'

/**
 * A feature of a service is a folder, and a line in the service's list of features: without both, everything else builds
 * and runs as before. Nobody but the list imports the folder, and the folder imports no other feature's.
 *
 *     auth/sso/section.ts     what it reads of config.toml, as zod; the rest of the folder takes its settings from there
 *     auth/sso/errors.ts      what it refuses, and nobody else
 *     auth/sso/limits.ts      how often one may call it
 *     auth/sso/schemas/       its tables, which a database has once the feature was on; a file each
 *     auth/sso/migrations/    how a database that has them already comes to what they are now
 *     auth/sso/sso.ts         what it brings to the service once it runs: `parts`, of the kinds that the service names
 *     auth/sso/index.ts       the line: this description, light enough to be loaded where the feature is off
 *
 *     export const singleSignOn = authFeature({
 *       section: z.looseObject({ saml: samlSection.prefault({}) }),
 *       isOn: ({ saml }) => saml.enabled,
 *       load: async () => (await import('../sso.ts')).sso,
 *       tables: { name: 'single-sign-on', folder: import.meta.dirname },
 *       off: { visitors: refuse },
 *       always: { tablesOfUsers: ['auth.…'] },
 *     })
 *
 *     export const sso = (app: FastifyInstance, { saml }: SsoSection): AuthParts => ({
 *       visitors: (app) => …,          routes that anybody may call
 *       administration: (app) => …,    routes of the secret key
 *       grants: { … },                 and whatever else of a feature's the core asks for
 *     })
 *
 * A service says which parts there are (`Parts`) and what holds of a feature even while it is off (`Always`), makes its own
 * `feature` of them (`featuresOf`), and asks its core's questions of all that run (`startFeatures`).
 */
export type Feature<Parts, Always> = Readonly<{
  section: Section
  always: Partial<Always>
  tables: TablesOfFeature | undefined
  variables: readonly string[]
  isOn(table: unknown): boolean
  /** What it brings under the settings of this table of config.toml. */
  start(app: FastifyInstance, table: unknown): Promise<Running<Parts>>
}>

type Running<Parts> = Readonly<{ parts: Partial<Parts> }>

/** Keys of its service's table in config.toml. Several features may have keys in one sub-table, each its own. */
type Section = z.ZodObject

type Description<Own extends Section, Parts, Always> = {
  section: Own
  /** Left out: always. */
  isOn?: (section: z.output<Own>) => boolean
  load: () => Promise<(app: FastifyInstance, section: z.output<Own>) => Partial<Parts>>
  tables?: TablesOfFeature
  /** Names of the environment's variables that it reads, so that one that is misspelt is noticed. */
  variables?: readonly string[]
  /** What it brings while it is off, as routes that say so; left out, it is as if it were not there. */
  off?: Partial<Parts>
  /** What holds whether it is on or off: what it left in the database does not go by itself. */
  always?: Partial<Always>
}

/** How the features of one service are described. */
export const featuresOf =
  <Parts, Always = Record<never, never>>() =>
  <Own extends Section>(description: Description<Own, Parts, Always>): Feature<Parts, Always> => {
    const { section, isOn = () => true, load, tables, variables = [], off = {}, always = {} } = description
    const parse = (table: unknown) => section.parse(table, { jitless: true })
    return {
      section,
      always,
      tables,
      variables,
      isOn: (table) => isOn(parse(table)),
      async start(app, table) {
        const own = parse(table)
        if (!isOn(own)) return { parts: off }
        const bring = await load()
        return { parts: bring(app, own) }
      },
    }
  }

/** Starts those of a service, and gathers what they bring, kind by kind. */
export async function startFeatures<Parts, Always>(
  app: FastifyInstance,
  features: readonly Feature<Parts, Always>[],
  table: unknown,
): Promise<RunningFeatures<Parts, Always>> {
  const running = await Promise.all(features.map((feature) => feature.start(app, table)))
  return {
    parts: (kind) => running.flatMap(({ parts }) => given(parts[kind])),
    always: (kind) => features.flatMap(({ always }) => given(always[kind])),
  }
}

export type RunningFeatures<Parts, Always> = {
  parts<Kind extends keyof Parts>(kind: Kind): NonNullable<Parts[Kind]>[]
  always<Kind extends keyof Always>(kind: Kind): NonNullable<Always[Kind]>[]
}

const given = <Part>(part: Part): NonNullable<Part>[] => (part === undefined || part === null ? [] : [part])

/** The tables that features of a service bring, and which of those are on. */
export const tablesOf = (
  features: readonly Pick<Feature<unknown, unknown>, 'tables' | 'isOn'>[],
  service: { enabled?: boolean | undefined },
): FeatureTables[] =>
  features.flatMap(({ tables, isOn }) =>
    tables ? [{ ...tables, isOn: service.enabled !== false && isOn(service) }] : [],
  )

/** A service's table of config.toml: what its core reads, and what its features do. */
export const withSections = <Core extends Section>(core: Core, features: readonly { section: Section }[]) =>
  z.intersection(
    core,
    features.reduce<z.ZodType>((all, { section }) => z.intersection(all, section), z.looseObject({})),
  )
