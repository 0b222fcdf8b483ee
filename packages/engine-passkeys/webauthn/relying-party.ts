import { ConfigError, type WebauthnSection } from 'engine/feature'

/** The WebAuthn relying party, to which keys are bound: this site, unless the project names another. */
export type RelyingParty = {
  /** The domain that keys are bound to; after a change no existing key works. */
  id: string
  /** The name of the site that a device shows. */
  name: string
  /** The origins of pages on which keys may be used. */
  origins: string[]
}

export function relyingParty(config: WebauthnSection, siteUrl: string): RelyingParty {
  const site = new URL(siteUrl)
  const id = config.rp_id || site.hostname
  const origins = config.rp_origins.map((origin) => {
    // Origins of native apps, such as `android:apk-key-hash:…`, are no web addresses and stay as they are.
    if (!/^https?:/i.test(origin)) return origin
    if (!URL.canParse(origin))
      throw new ConfigError(`config.toml: auth.webauthn.rp_origins has no address in ${origin}.`)
    return new URL(origin).origin
  })
  return { id, name: config.rp_display_name || id, origins: origins.length > 0 ? origins : [site.origin] }
}
