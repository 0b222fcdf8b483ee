import { z } from 'zod'
import type { WebauthnSection } from '../webauthn/section.ts'

/** config.toml's [auth.passkey]. */
export const passkeySection = z.looseObject({ enabled: z.boolean().default(false) })

export type PasskeySections = { passkey: z.output<typeof passkeySection>; webauthn: WebauthnSection }
