import { ConfigError, type WebauthnSection } from 'engine/feature'

/** The site that the keys on people's devices belong to: this one, unless the project names another. */
export type RelyingParty = {
  /** The domain that keys are bound to; with another, none of them works any more. */
  id: string
  /** What a device shows. */
  name: string
  /** The pages on which keys may be used. */
  origins: string[]
}

export function relyingParty(config: WebauthnSection, siteUrl: string): RelyingParty {
  const site = new URL(siteUrl)
  const id = config.rp_id || site.hostname
  const origins = config.rp_origins.map((origin) => {
    // Apps of Android and others are no web pages, and come as they are.
    if (!/^https?:/i.test(origin)) return origin
    if (!URL.canParse(origin))
      throw new ConfigError(`config.toml: auth.webauthn.rp_origins has no address in ${origin}.`)
    return new URL(origin).origin
  })
  return { id, name: config.rp_display_name || id, origins: origins.length > 0 ? origins : [site.origin] }
}
