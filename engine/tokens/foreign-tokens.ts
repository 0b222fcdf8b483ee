import type { ForeignVerifier } from './third-parties.ts'
import type { ThirdPartySection } from './third-party-section.ts'

/** Checks the tokens of others that count here; nothing for that is loaded where config.toml has none of them on. */
export async function foreignTokens(section: ThirdPartySection): Promise<ForeignVerifier> {
  if (!Object.values(section).some(({ enabled }) => enabled)) return () => undefined
  const { foreignVerifier, thirdParties } = await import('./third-parties.ts')
  const { parties, unusable } = thirdParties(section)
  for (const name of unusable) {
    console.log(`config.toml: auth.third_party.${name} cannot be used: it does not say whose.`)
  }
  return foreignVerifier(parties)
}
