/** Preferences of the `Prefer` headers; the first of each kind counts (docs/wire/rest.md#prefer). */
export type Preferences = {
  resolution?: 'merge-duplicates' | 'ignore-duplicates'
  missing?: 'default' | 'null'
  return?: 'minimal' | 'headers-only' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  handling?: 'strict' | 'lenient'
  tx?: 'commit' | 'rollback'
  timezone?: string
  maxAffected?: number
  /** Unrecognized preferences. */
  unknown: readonly string[]
}

const nothing: Preferences = { unknown: [] }

export function parsePreferences(header: string | string[] | undefined): Preferences {
  if (header === undefined) return nothing
  const unknown: string[] = []
  const preferences: Preferences = { unknown }
  for (const part of String(header).split(',')) {
    const preference = part.trim()
    if (!setPreference(preferences, preference)) unknown.push(preference)
  }
  return preferences
}

/** Sets one preference; false for an unrecognized one. */
function setPreference(to: Preferences, preference: string): boolean {
  switch (preference) {
    case 'resolution=merge-duplicates':
    case 'resolution=ignore-duplicates':
      to.resolution ??= preference === 'resolution=merge-duplicates' ? 'merge-duplicates' : 'ignore-duplicates'
      return true
    case 'missing=default':
    case 'missing=null':
      to.missing ??= preference === 'missing=default' ? 'default' : 'null'
      return true
    case 'return=representation':
      to.return ??= 'representation'
      return true
    case 'return=minimal':
      to.return ??= 'minimal'
      return true
    case 'return=headers-only':
      to.return ??= 'headers-only'
      return true
    case 'count=exact':
      to.count ??= 'exact'
      return true
    case 'count=planned':
      to.count ??= 'planned'
      return true
    case 'count=estimated':
      to.count ??= 'estimated'
      return true
    case 'handling=strict':
    case 'handling=lenient':
      to.handling ??= preference === 'handling=strict' ? 'strict' : 'lenient'
      return true
    case 'tx=commit':
    case 'tx=rollback':
      to.tx ??= preference === 'tx=commit' ? 'commit' : 'rollback'
      return true
    default:
      return setValue(to, preference)
  }
}

function setValue(to: Preferences, preference: string): boolean {
  if (preference.startsWith('timezone=')) {
    to.timezone ??= preference.slice('timezone='.length)
    return true
  }
  if (!preference.startsWith('max-affected=')) return false
  const amount = preference.slice('max-affected='.length)
  if (/^-?\d+$/.test(amount)) to.maxAffected ??= Number(amount)
  return true
}
