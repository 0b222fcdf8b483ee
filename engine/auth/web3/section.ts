import { z } from 'zod'

const chain = z.looseObject({ enabled: z.boolean().default(false) })

/** config.toml's [auth.web3]: by which wallets people may sign in. */
export const web3Section = z.looseObject({ ethereum: chain.prefault({}), solana: chain.prefault({}) })

/** How often an address may hand in a message, beside the other ways to a session: each may make a new account. */
export const web3RateSection = z.looseObject({ web3: z.int().nonnegative().default(30) })

export type WalletSections = { web3: z.output<typeof web3Section>; rate_limit: z.output<typeof web3RateSection> }
