import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { Factor, FactorType, User } from '../users/user.ts'
import type { Visitor } from '../visitor.ts'
import { factorErrors } from './errors.ts'
import type { NewFactor, OpenChallenge, Question, StoredFactor } from './factors.ts'

/** Those that are asked for something new each time. */
export type ChallengedType = Exclude<FactorType, 'recovery_code'>

/** What a feature knows of the second factors of one type. */
export type FactorKind = {
  type: ChallengedType
  canEnroll: boolean
  canVerify: boolean
  /** What of a new one is kept, and what its owner is told of it this once. */
  enroll(user: User, asked: AskedFactor): Enrolment
  /** What it is asked. */
  ask(tx: Transaction, asked: { user: User; factor: StoredFactor; visitor: Visitor }): Promise<Asking>
  /** Throws unless the proof answers the challenge, which is closed by it. A wrong one leaves it open. */
  prove(tx: Transaction, factor: StoredFactor, proof: Proof): Promise<void>
}

export type AskedFactor = { phone: string; issuer: string }

export type Enrolment = Pick<NewFactor, 'secret' | 'phone'> & {
  /** Before there is room for it. */
  prepare?: (tx: Transaction) => Promise<void>
  told: Readonly<Record<string, unknown>>
}

export type Asking = {
  question: Question
  told?: Readonly<Record<string, unknown>>
  /** What goes out once the challenge is kept; where that fails, there is none. */
  send?: () => Promise<void>
}

/** What the client sends of a key instead of a code. */
export const keyAnswer = z.looseObject({
  type: z.string().default(''),
  credential_response: z.unknown().optional(),
})

export type Proof = {
  code: string
  webauthn?: z.output<typeof keyAnswer> | undefined
  challengeId: string
  /** The challenge that it answers. Throws for one that cannot be answered any more. */
  openChallenge: () => Promise<OpenChallenge>
  request: FastifyRequest
}

type Service = Pick<FastifyInstance, 'authFeatures'>

/** Undefined where no feature knows the type. */
export const kindOf = ({ authFeatures }: Service, type: string): FactorKind | undefined =>
  authFeatures.parts('factorKind').find((kind) => kind.type === type)

/** Throws for factors that the project does not let people prove themselves by, and for those of another route. */
export function requireKind(app: Service, type: FactorType): FactorKind {
  if (type === 'recovery_code') throw factorErrors.typeUnknown()
  const kind = kindOf(app, type)
  if (!kind?.canVerify) throw factorErrors.verifyDisabled(type)
  return kind
}

/** Whether one of the factors could be asked for at sign-in by itself, as recovery codes never are. */
export const canStandAlone = (app: Service, factors: readonly Factor[]) =>
  factors.some(({ status, factor_type: type }) => status === 'verified' && (kindOf(app, type)?.canVerify ?? false))
