import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { AuthError } from '../errors.ts'
import { authFeature, errorRoutes, type StartAuthFeature } from '../feature.ts'
import { factorSwitches } from '../sections/mfa-section.ts'

const section = z.looseObject({
  /** A setting of the engine's own, under GoTrue's names. */
  mfa: z.looseObject({ recovery_codes: z.looseObject(factorSwitches).prefault({}) }).prefault({}),
})

/** The `feature` that the package exports. */
export type RecoveryCodesFeature = { recoveryCodes: StartAuthFeature<z.output<typeof section>> }

const from: OptionalPackage = {
  name: 'engine-recovery-codes',
  provides: 'recovery codes',
  requiredBy: 'engine.toml ([auth.mfa.recovery_codes])',
}

/** How the routes answer while recovery codes are off. */
export const recoveryCodesOff = {
  enrollDisabled: () =>
    new AuthError(422, 'mfa_recovery_codes_enroll_not_enabled', 'MFA enroll is disabled for recovery codes'),
  verifyDisabled: () =>
    new AuthError(422, 'mfa_recovery_codes_verify_not_enabled', 'MFA verification is disabled for recovery codes'),
}

const path = '/factors/recovery-codes'

/** Codes on paper, for users who have lost their other second factors. */
export const recoveryCodes = authFeature({
  section,
  isOn: ({ mfa: { recovery_codes: codes } }) => codes.enroll_enabled === true || codes.verify_enabled === true,
  from,
  load: async () => (await loadPackage<RecoveryCodesFeature>(from)).recoveryCodes,
  tables: { name: 'recovery-codes' },
  off: {
    async signedIn(app: FastifyInstance) {
      app.register(errorRoutes(recoveryCodesOff.enrollDisabled, [path, `${path}/regenerate`]))
      app.register(errorRoutes(recoveryCodesOff.verifyDisabled, [`${path}/verify`]))
    },
  },
})
