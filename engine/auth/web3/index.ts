import { z } from 'zod'
import { authFeature } from '../feature.ts'
import { walletErrors } from './errors.ts'
import { web3RateSection, web3Section } from './section.ts'

const refuse = async () => {
  throw walletErrors.disabled()
}

export const wallets = authFeature({
  section: z.looseObject({ web3: web3Section.prefault({}), rate_limit: web3RateSection.prefault({}) }),
  isOn: ({ web3: { ethereum, solana } }) => ethereum.enabled || solana.enabled,
  load: async () => (await import('./web3.ts')).web3,
  off: { grants: { web3: { open: refuse } } },
})
