import { z } from 'zod'

const provider = z.looseObject({
  enabled: z.boolean().default(false),
  /** Several ids, separated by commas, where native apps have their own; the first is the server's. */
  client_id: z.string().optional(),
  secret: z.string().optional(),
  /** The issuer; for providers that are known by name, only where they run elsewhere. */
  url: z
    .url({ protocol: /^https?$/ })
    .or(z.literal(''))
    .optional(),
  redirect_uri: z.string().optional(),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
})

export type ProviderSection = z.output<typeof provider>

/** config.toml's [auth.external], by provider name. */
export const externalSection = z.record(z.string(), provider)

export type ExternalSection = z.output<typeof externalSection>
