/** The media type as `type/subtype`, lower case, without parameters; undefined for an invalid one. */
export function essenceOf(mimetype: string): string | undefined {
  const [essence] = /^[a-z\d!#$&^_.+-]+\/[a-z\d!#$&^_.+-]+(?=\s*(;|$))/i.exec(mimetype.trim()) ?? []
  return essence?.toLowerCase()
}

/**
 * Whether a bucket's list includes this type: exactly, or by `type/*`. The comparison includes parameters, so that
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

/** Whether the content of this type is text, which has no signature. */
export const isTextual = (essence: string): boolean =>
  /^(text\/.+|application\/(json|javascript|xml|sql|x-ndjson|yaml|toml)|.+\+(json|xml))$/.test(essence)
