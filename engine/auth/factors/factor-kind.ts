import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { Factor, FactorType, User } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'
import { factorErrors } from './errors.ts'
import type { ChallengeSecret, NewFactor, OpenChallenge, StoredFactor } from './factor-rows.ts'

/** Factor types with a new challenge each time. */
export type ChallengedType = Exclude<FactorType, 'recovery_code'>

/** What a feature implements for second factors of one type. */
export type FactorKind = {
  type: ChallengedType
  canEnroll: boolean
  canVerify: boolean
  /** Returns what is stored of a new factor, and what its owner is shown once. */
  enroll(user: User, asked: EnrollFactorParams): Enrolment
  /** Creates the content of a challenge. */
  ask(tx: Transaction, asked: { user: User; factor: StoredFactor; visitor: Visitor }): Promise<PreparedChallenge>
  /** Throws unless the proof answers the challenge, which is used up by it. A wrong proof leaves it open. */
  prove(tx: Transaction, factor: StoredFactor, proof: FactorProof): Promise<void>
}

export type EnrollFactorParams = { phone: string; issuer: string }

export type Enrolment = Pick<NewFactor, 'secret' | 'phone'> & {
  /** Runs before the number of factors is checked. */
  prepare?: (tx: Transaction) => Promise<void>
  told: Readonly<Record<string, unknown>>
}

export type PreparedChallenge = {
  question: ChallengeSecret
  told?: Readonly<Record<string, unknown>>
  /** Runs once the challenge is stored; a failure removes it. */
  send?: () => Promise<void>
}

/** The answer of a WebAuthn key, sent instead of a code. */
export const keyAnswer = z.looseObject({
  type: z.string().default(''),
  credential_response: z.unknown().optional(),
})

export type FactorProof = {
  code: string
  webauthn?: z.output<typeof keyAnswer> | undefined
  challengeId: string
  /** The challenge that is answered. Throws where it has expired or was used. */
  openChallenge: () => Promise<OpenChallenge>
  request: FastifyRequest
}

type Service = Pick<FastifyInstance, 'authFeatures'>

/** Undefined where no feature implements the type. */
export const kindOf = ({ authFeatures }: Service, type: string): FactorKind | undefined =>
  authFeatures.parts('factorKind').find((kind) => kind.type === type)

/** Throws for factor types that the project does not allow, and for those of another route. */
export function requireKind(app: Service, type: FactorType): FactorKind {
  if (type === 'recovery_code') throw factorErrors.typeUnknown()
  const kind = kindOf(app, type)
  if (!kind?.canVerify) throw factorErrors.verifyDisabled(type)
  return kind
}

/** Whether one of the factors can be required at sign-in by itself, which recovery codes cannot. */
export const canStandAlone = (app: Service, factors: readonly Factor[]) =>
  factors.some(({ status, factor_type: type }) => status === 'verified' && (kindOf(app, type)?.canVerify ?? false))
