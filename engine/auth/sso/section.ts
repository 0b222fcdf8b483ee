import { z } from 'zod'

/** config.toml's [auth.saml]: ours, not the CLI's, by GoTrue's names; hosted projects switch it on in the dashboard. */
export const samlSection = z.looseObject({
  enabled: z.boolean().default(false),
  private_key: z.string().optional(),
  allow_encrypted_assertions: z.boolean().default(false),
})

export type SamlSection = z.output<typeof samlSection>
