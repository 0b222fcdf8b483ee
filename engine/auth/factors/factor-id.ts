import type { FastifyRequest } from 'fastify'
import { isUuid } from '../../kernel/uuid.ts'
import { factorErrors } from './errors.ts'

export type FactorRoute = { Params: { factorId: string } }

/** The id of the factor in the path. */
export function factorIdOf({ params }: FastifyRequest<FactorRoute>): string {
  if (!isUuid(params.factorId)) throw factorErrors.idMalformed()
  return params.factorId
}
