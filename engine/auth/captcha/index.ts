import { z } from 'zod'
import { loadPackage, type OptionalPackage } from '../../kernel/optional-package.ts'
import { authFeature, type StartAuthFeature } from '../feature.ts'

/** config.toml's [auth.captcha]: the provider that tells people from machines. */
const captchaSection = z.looseObject({
  enabled: z.boolean().default(false),
  provider: z.string().optional(),
  secret: z.string().optional(),
})

export type CaptchaSection = z.output<typeof captchaSection>

/** The `feature` that the package exports. */
export type CaptchaFeature = { captcha: StartAuthFeature<{ captcha: CaptchaSection }> }

const from: OptionalPackage = {
  name: 'engine-captcha',
  provides: 'captchas',
  requiredBy: 'config.toml ([auth.captcha])',
}

/** A captcha for each request that begins a sign-in. */
export const captcha = authFeature({
  section: z.looseObject({ captcha: captchaSection.prefault({}) }),
  isOn: ({ captcha }) => captcha.enabled,
  from,
  load: async () => (await loadPackage<CaptchaFeature>(from)).captcha,
})
