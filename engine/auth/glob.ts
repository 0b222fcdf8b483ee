/**
 * Compiles a pattern of the redirect allow list: `*` and `?` stop at the separators `.` and `/`, `**` does not; `[…]`
 * and `{a,b}` work as usual.
 */
export function globToRegExp(glob: string): RegExp {
  return new RegExp(`^(?:${alternativesOf(glob).map(toSource).join('|')})$`, 'u')
}

function alternativesOf(glob: string): string[] {
  const group = /\{([^{}]*)\}/.exec(glob)
  if (!group) return [glob]
  const before = glob.slice(0, group.index)
  const after = glob.slice(group.index + group[0].length)
  return (group[1] ?? '').split(',').flatMap((alternative) => alternativesOf(before + alternative + after))
}

const toSource = (glob: string) =>
  glob.replace(/\*\*|\*|\?|\[!?[^\]\\]+\]|[\s\S]/gu, (part) => {
    if (part === '**') return '.*'
    if (part === '*') return '[^./]*'
    if (part === '?') return '[^./]'
    if (part.length > 1 && part.startsWith('[')) return part.replace('[!', '[^')
    return part.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  })
