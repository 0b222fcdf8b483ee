import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const common = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).default({}),
}

/** The browser's response about a created key. */
export const newKeyResponse: z.ZodType<RegistrationResponseJSON> = z.object({
  ...common,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(32)).max(16).exactOptional(),
  }),
})

/** The browser's response about a used key. */
export const keyResponse: z.ZodType<AuthenticationResponseJSON> = z.object({
  ...common,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().exactOptional(),
  }),
})
