/** Cache directives of an uploader that may apply to a private file, in its reader's browser only. */
const browserDirectives =
  /^(no-cache|no-store|no-transform|must-revalidate|must-understand|immutable|(max-age|stale-while-revalidate|stale-if-error)=\d{1,10})$/

/**
 * The Cache-Control of a private file: no shared cache may store it, whatever its uploader set. With a signed address
 * it is cached no longer than the address is valid.
 */
export function privateCacheControl(said = '', expires?: Date): string {
  const kept = said
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim())
    .filter((directive) => browserDirectives.test(directive))
    .flatMap((directive) => (expires ? until(directive, expires) : directive))
  return ['private', ...kept].join(', ')
}

function until(directive: string, expires: Date): string[] {
  const [name = '', seconds] = directive.split('=')
  if (name.startsWith('stale-')) return []
  if (name !== 'max-age') return [directive]
  const left = Math.max(0, Math.floor((expires.getTime() - Date.now()) / 1000))
  return [`max-age=${Math.min(Number(seconds), left)}`]
}
