import { z } from 'zod'

/** config.toml's [auth.webauthn]: whom the keys on people's devices belong to. */
export const webauthnSection = z.looseObject({
  rp_display_name: z.string().optional(),
  rp_id: z.string().optional(),
  rp_origins: z.array(z.string()).default([]),
})

export type WebauthnSection = z.output<typeof webauthnSection>
