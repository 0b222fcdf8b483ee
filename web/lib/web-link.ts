const LETTER =
  'A-Za-z0-9_\\u00C0-\\u061B\\u061D-\\u167F\\u1681-\\u180D\\u180F-\\u1FFF\\u2C00-\\u2DFF\\u3040-\\uD7FF\\uF900-\\uFAFF'
const NAME = `[${LETTER}](?:[${LETTER}-]*[${LETTER}])?`
const PORT = '(?::(?:6553[0-5]|655[0-2][0-9]|65[0-4][0-9]{2}|6[0-4][0-9]{3}|[1-5][0-9]{4}|[0-9]{1,4}))?'
const UNSEEN =
  '\\u0000-\\u0020\\u007F-\\u00A0\\u061C\\u1680\\u180E\\u2000-\\u200F\\u2028-\\u202F\\u205F-\\u206F\\u3000\\uFEFF'
const REST = `(?:[/?#][^"<>\\\\${UNSEEN}]*)?`

/**
 * A web address as people type it, by the rule of the tables (private.is_web_address): a host with or without http(s)://, a
 * host without a dot only with it, and no other scheme, no user, no invisible characters.
 */
const ADDRESS = new RegExp(`^(?:[Hh][Tt][Tt][Pp][Ss]?://${NAME}(?:\\.${NAME})*|${NAME}(?:\\.${NAME})+)${PORT}${REST}$`)
const SCHEME = /^https?:\/\//i

/**
 * The link for a typed website, or undefined if it must not become one: only http and https are allowed, so that
 * `javascript:` and the like stay text.
 */
export function webLink(typed: string): string | undefined {
  const address = typed.trim()
  if (!ADDRESS.test(address)) return undefined
  return URL.parse(SCHEME.test(address) ? address : `https://${address}`)?.href
}

/** The link for a typed website that has to be reached by https, or undefined if it is no website or only one by http. */
export function secureWebLink(typed: string): string | undefined {
  const link = webLink(typed)
  return link?.startsWith('https:') ? link : undefined
}
