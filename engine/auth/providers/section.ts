import { z } from 'zod'
import { externalErrors } from '../external/errors.ts'

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

type ProviderSection = z.output<typeof provider>

/** config.toml's [auth.external], by provider name. */
export const externalSection = z.record(z.string(), provider)

export type ExternalSection = z.output<typeof externalSection>

/** The settings of a provider. Throws where the project does not offer it. */
export function requireOffered(name: string, external: ExternalSection): ProviderSection {
  const section = Object.hasOwn(external, name) ? external[name] : undefined
  if (!section) throw externalErrors.unsupported(`Provider ${name} could not be found`)
  if (!section.enabled) throw externalErrors.unsupported('provider is not enabled')
  return section
}
