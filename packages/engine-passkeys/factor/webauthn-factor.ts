import { dropChallenge, type FactorKind, factorErrors, type PasskeysFeature } from 'engine/feature'
import { refuseKey } from '../webauthn/log-refusal.ts'
import { relyingParty } from '../webauthn/relying-party.ts'
import { createKeyChallenge, readKeyAnswer, verifyKeyAnswer } from './security-key-proof.ts'

/** WebAuthn second factors: passkeys on a device, or security keys that people plug in. */
export const webauthnFactor: PasskeysFeature['webauthnFactors'] = ({ authSettings }, { mfa, webauthn }) => {
  const keys = mfa.web_authn
  const party = relyingParty(webauthn, authSettings.siteUrl)
  const factorKind: FactorKind = {
    type: 'webauthn',
    canEnroll: keys.enroll_enabled ?? false,
    canVerify: keys.verify_enabled ?? false,
    enroll: () => ({ secret: null, phone: null, told: {} }),
    async ask(tx, { user, factor }) {
      const { type, options } = await createKeyChallenge(tx, party, user, factor)
      return {
        question: { codeHash: null, key: { type, challenge: options.challenge } },
        told: { webauthn: { type, credential_options: { publicKey: options } } },
      }
    },
    async prove(tx, factor, { webauthn: given, challengeId, openChallenge, request }) {
      const answer = readKeyAnswer(given)
      const { key: asked } = await openChallenge()
      const refuse = refuseKey(request, factorErrors.wrongKey)
      await verifyKeyAnswer(tx, party, factor, { asked, answer, refuse })
      await dropChallenge(tx, challengeId)
    },
  }
  return { factorKind }
}
