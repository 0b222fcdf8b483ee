import { z } from 'zod'

const enabled = z.boolean().default(false)

/** config.toml's [auth.third_party]: others whose tokens count beside our own. */
export const thirdPartySection = z.object({
  firebase: z.looseObject({ enabled, project_id: z.string().optional() }).prefault({}),
  auth0: z.looseObject({ enabled, tenant: z.string().optional(), tenant_region: z.string().optional() }).prefault({}),
  aws_cognito: z
    .looseObject({ enabled, user_pool_id: z.string().optional(), user_pool_region: z.string().optional() })
    .prefault({}),
  clerk: z.looseObject({ enabled, domain: z.string().optional() }).prefault({}),
  workos: z
    .looseObject({
      enabled,
      issuer_url: z
        .url({ protocol: /^https?$/ })
        .or(z.literal(''))
        .optional(),
    })
    .prefault({}),
})

export type ThirdPartySection = z.infer<typeof thirdPartySection>
