import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { captchaSection } from './captcha-section.ts'

export const captcha = authFeature({
  section: z.looseObject({ captcha: captchaSection.prefault({}) }),
  isOn: ({ captcha }) => captcha.enabled,
  load: async () => (await import('./captcha.ts')).captchaCheck,
})
