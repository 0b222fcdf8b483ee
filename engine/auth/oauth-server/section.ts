import { z } from 'zod'

/** config.toml's [auth.oauth_server]: other applications sign people in by this project. */
export const oauthServerSection = z.looseObject({
  enabled: z.boolean().default(false),
  /** The site's page that asks people whether they let an application in. */
  authorization_url_path: z.string().default('/oauth/consent'),
  allow_dynamic_registration: z.boolean().default(false),
})

export type OAuthServerSection = z.output<typeof oauthServerSection>
