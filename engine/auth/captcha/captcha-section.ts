import { z } from 'zod'

/** config.toml's [auth.captcha]: the provider that tells people from machines. */
export const captchaSection = z.looseObject({
  enabled: z.boolean().default(false),
  provider: z.string().optional(),
  secret: z.string().optional(),
})

export type CaptchaSection = z.output<typeof captchaSection>
