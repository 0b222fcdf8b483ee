/** `type/subtype`, lower case, without parameters; undefined where the text is no media type. */
export function essenceOf(mimetype: string): string | undefined {
  const [essence] = /^[a-z\d!#$&^_.+-]+\/[a-z\d!#$&^_.+-]+(?=\s*(;|$))/i.exec(mimetype.trim()) ?? []
  return essence?.toLowerCase()
}

/**
 * Whether a bucket's list names this type: exactly, or by `type/*`. The comparison includes parameters, so that
 * `text/plain;charset=UTF-8` is not `text/plain` (docs/wire/storage.md#uploading).
 */
export function isAllowed(mimetype: string, allowed: readonly string[]): boolean {
  const [type, subtype] = halves(mimetype)
  return allowed.some((pattern) => {
    const [allowedType, allowedSubtype] = halves(pattern)
    return type === allowedType && (allowedSubtype === '*' || subtype === allowedSubtype)
  })
}

function halves(mimetype: string): [type: string, subtype: string] {
  const slash = mimetype.indexOf('/')
  return slash === -1 ? [mimetype, ''] : [mimetype.slice(0, slash), mimetype.slice(slash + 1)]
}

/** Types whose content is text, which no signature marks. */
export const isTextual = (essence: string): boolean =>
  /^(text\/.+|application\/(json|javascript|xml|sql|x-ndjson|yaml|toml)|.+\+(json|xml))$/.test(essence)
