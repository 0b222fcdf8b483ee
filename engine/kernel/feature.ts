import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { FeatureTables } from './feature-tables.ts'
import { notInstalled, type OptionalPackage, packageFolder } from './optional-package.ts'

/**
 * A feature of a service is a folder, and a line in the service's list of features. Without both, everything else builds
 * and runs as before. Only the list imports the folder, and the folder imports no other feature's.
 *
 *     auth/totp/errors.ts     the errors that only this feature answers with
 *     auth/totp/schemas/      its tables, which a database has once the feature was on; a file each
 *     auth/totp/migrations/   how a database with older tables is brought up to date
 *     auth/totp/totp-factor.ts the parts that it provides to the service while it runs
 *     auth/totp/index.ts      this description, light enough to be loaded where the feature is off
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
 * A feature that few projects use is a package of its own, which is loaded by its name (`optional-package.ts`). The engine has
 * only its description, with `from` naming the package. The package's `feature` is what `load` returns, and its `schemas/`
 * are its tables (docs/packages.md).
 *
 * A service defines which parts a feature may have (`Parts`) and what applies even while it is off (`Always`). It makes its
 * own `feature` function from them (`featuresOf`), and its core calls the parts of all running features (`startFeatures`).
 */
export type Feature<Parts, Always> = Readonly<{
  section: Section
  always: Partial<Always>
  tables: OwnTables | undefined
  variables: readonly string[]
  /** The package that provides the feature, where it is not part of the engine. */
  from: OptionalPackage | undefined
  isOn(table: unknown): boolean
  /** Starts the feature with the settings of this table of config.toml, and returns its parts. */
  start(app: FastifyInstance, table: unknown): Promise<Running<Parts>>
}>

type Running<Parts> = Readonly<{ parts: Partial<Parts> }>

/**
 * The folder of `schemas/` and `migrations/`; left out where a package provides them. The database records the tables
 * under the name, which must never change.
 */
type OwnTables = { name: string; folder?: string }

/**
 * The feature's keys in its service's table of config.toml. Several features may have keys in one sub-table, each its
 * own.
 */
type Section = z.ZodObject

/**
 * Returns the parts of a feature under its settings; undefined where settings are missing and the feature stays off.
 */
export type StartFeature<Settings, Parts> = (app: FastifyInstance, settings: Settings) => Partial<Parts> | undefined

type Description<Own extends Section, Parts, Always> = {
  section: Own
  /** Whether the settings switch the feature on; left out, it is always on. */
  isOn?: (section: z.output<Own>) => boolean
  load: () => Promise<StartFeature<z.output<Own>, Parts>>
  from?: OptionalPackage
  tables?: OwnTables
  /** Environment variables that the feature reads, so that a typing error in one is noticed. */
  variables?: readonly string[]
  /** Parts that apply while the feature is off, such as routes that answer so; left out, there are none. */
  off?: Partial<Parts> | ((section: z.output<Own>) => Partial<Parts>)
  /** Parts that apply whether it is on or off, because its rows stay in the database. */
  always?: Partial<Always>
}

/** Makes the function that describes the features of one service. */
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
        const parts = isOn(own) ? (await load())(app, own) : undefined
        return { parts: parts ?? (typeof off === 'function' ? off(own) : off) }
      },
    }
  }

/** Starts the features of a service and collects their parts by kind. */
export async function startFeatures<Parts, Always>(
  app: FastifyInstance,
  features: readonly Feature<Parts, Always>[],
  table: unknown,
): Promise<RunningFeatures<Parts, Always>> {
  const running = await Promise.all(features.map((feature) => feature.start(app, table)))
  return {
    parts: (kind) => running.flatMap(({ parts }) => withoutUndefined(parts[kind])),
    always: (kind) => features.flatMap(({ always }) => withoutUndefined(always[kind])),
  }
}

export type RunningFeatures<Parts, Always> = {
  parts<Kind extends keyof Parts>(kind: Kind): NonNullable<Parts[Kind]>[]
  always<Kind extends keyof Always>(kind: Kind): NonNullable<Always[Kind]>[]
}

const withoutUndefined = <Part>(part: Part): NonNullable<Part>[] => (part === undefined || part === null ? [] : [part])

type Services = { enabled?: boolean | undefined }

/** The tables of a service's features, and which of them are on. */
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

/** Throws `ConfigError` where a feature is on whose package is not installed. */
export function requirePackages(
  features: readonly Pick<Feature<unknown, unknown>, 'isOn' | 'from'>[],
  service: Services,
) {
  for (const { isOn, from } of features) {
    if (from && service.enabled !== false && isOn(service) && packageFolder(from) === undefined)
      throw notInstalled(from)
  }
}

/** The schema of a service's table in config.toml: the keys of its core and of its features. */
export const withSections = <Core extends Section>(core: Core, features: readonly { section: Section }[]) =>
  z.intersection(
    core,
    features.reduce<z.ZodType>((all, { section }) => z.intersection(all, section), z.looseObject({})),
  )
