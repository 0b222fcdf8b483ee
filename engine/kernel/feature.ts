import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FeatureTables } from './feature-tables.ts'
import { notInstalled, type OptionalPackage, packageFolder } from './optional-package.ts'

/**
 * A feature of a service is a folder, and a line in the service's list of features: without both, everything else builds
 * and runs as before. Nobody but the list imports the folder, and the folder imports no other feature's.
 *
 *     auth/totp/errors.ts     what it refuses, and nobody else
 *     auth/totp/schemas/      its tables, which a database has once the feature was on; a file each
 *     auth/totp/migrations/   how a database that has them already comes to what they are now
 *     auth/totp/totp.ts       what it brings to the service once it runs: `parts`, of the kinds that the service names
 *     auth/totp/index.ts      the line: this description, light enough to be loaded where the feature is off
 *
 *     export const authenticatorApps = authFeature({
 *       section: z.looseObject({ … }),           its keys of config.toml
 *       isOn: ({ … }) => …,
 *       load: async () => (await import('./totp')).totp,
 *       tables: { name: 'authenticator-apps', folder: import.meta.dirname },
 *       off: { visitors: refuse },
 *       always: { tablesOfUsers: ['…'] },
 *     })
 *
 * What few projects ask for is a package of its own, which is loaded by its name (`optional-package.ts`): here is only its line,
 * with `from` to say which package that is. The package's `feature` holds what `load` gives, and its `schemas/` are its tables
 * (docs/packages.md).
 *
 * A service says which parts there are (`Parts`) and what holds of a feature even while it is off (`Always`), makes its own
 * `feature` of them (`featuresOf`), and asks its core's questions of all that run (`startFeatures`).
 */
export type Feature<Parts, Always> = Readonly<{
  section: Section
  always: Partial<Always>
  tables: OwnTables | undefined
  variables: readonly string[]
  /** The package that brings it, where the engine itself does not. */
  from: OptionalPackage | undefined
  isOn(table: unknown): boolean
  /** What it brings under the settings of this table of config.toml. */
  start(app: FastifyInstance, table: unknown): Promise<Running<Parts>>
}>

type Running<Parts> = Readonly<{ parts: Partial<Parts> }>

/**
 * Where `schemas/` and `migrations/` are: in the folder of the package, where a package brings them. The database remembers them
 * by the name, which stays what it is.
 */
type OwnTables = { name: string; folder?: string }

/** Keys of its service's table in config.toml. Several features may have keys in one sub-table, each its own. */
type Section = z.ZodObject

/** What a feature brings to the server under its settings; undefined where these lack something, and it stays off. */
export type Bring<Settings, Parts> = (app: FastifyInstance, settings: Settings) => Partial<Parts> | undefined

type Description<Own extends Section, Parts, Always> = {
  section: Own
  /** Left out: always. */
  isOn?: (section: z.output<Own>) => boolean
  load: () => Promise<Bring<z.output<Own>, Parts>>
  from?: OptionalPackage
  tables?: OwnTables
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
    const { section, isOn = () => true, load, from, tables, variables = [], off = {}, always = {} } = description
    const parse = (table: unknown) => section.parse(table, { jitless: true })
    return {
      section,
      always,
      tables,
      variables,
      from,
      isOn: (table) => isOn(parse(table)),
      async start(app, table) {
        const own = parse(table)
        if (!isOn(own)) return { parts: off }
        const bring = await load()
        return { parts: bring(app, own) ?? off }
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

type Services = { enabled?: boolean | undefined }

/** The tables that features of a service bring, and which of those are on. */
export const tablesOf = (
  features: readonly Pick<Feature<unknown, unknown>, 'tables' | 'isOn' | 'from'>[],
  service: Services,
): FeatureTables[] =>
  features.flatMap(({ tables, isOn, from }) =>
    tables
      ? [
          {
            name: tables.name,
            folder: tables.folder ?? (from && packageFolder(from)),
            from,
            isOn: service.enabled !== false && isOn(service),
          },
        ]
      : [],
  )

/** Throws `ConfigError` where one of these is on whose package is not installed. */
export function requirePackages(
  features: readonly Pick<Feature<unknown, unknown>, 'isOn' | 'from'>[],
  service: Services,
) {
  for (const { isOn, from } of features) {
    if (from && service.enabled !== false && isOn(service) && packageFolder(from) === undefined)
      throw notInstalled(from)
  }
}

/** A service's table of config.toml: what its core reads, and what its features do. */
export const withSections = <Core extends Section>(core: Core, features: readonly { section: Section }[]) =>
  z.intersection(
    core,
    features.reduce<z.ZodType>((all, { section }) => z.intersection(all, section), z.looseObject({})),
  )
