import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { FeatureTables, StandsInFor } from '../kernel/feature-tables.ts'

/** What a stand-in does beside its SQL, for as long as the server runs. */
export type Work = { stop(): Promise<void> }

/**
 * What stands in for an extension of the hosted service: SQL of its own in `schemas/`, with the names, arguments and results of
 * the extension's, and whatever has to be done beside.
 */
export type StandIn = StandsInFor & {
  folder: string
  /** What every transaction is told; `vaultKey` is a secret of the installation that the database does not hold. */
  settings?: (vaultKey: string) => Readonly<Record<string, string>>
  /** Environment variables that it reads. */
  variables?: z.ZodObject
  /** Loaded where the database has it. */
  load?: () => Promise<(app: FastifyInstance) => Promise<Work>>
}

export const featureOf = ({ extension }: StandIn) => `extension/${extension}`

export const tablesOfStandIn = (standIn: StandIn, vaultKey: () => Promise<string>): FeatureTables => {
  const { extension, namedBy, folder, settings } = standIn
  return {
    name: featureOf(standIn),
    folder,
    isOn: false,
    standsInFor: { extension, ...(namedBy && { namedBy }) },
    ...(settings && { settings: async () => settings(await vaultKey()) }),
  }
}
