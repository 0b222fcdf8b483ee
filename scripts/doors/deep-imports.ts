import { dirname, join } from 'node:path/posix'

/** A package of this repository: its folder, and the file behind each key of its `exports`. */
export type Package = { folder: string; name: string; doors: Readonly<Record<string, string>> }

/** The text of each source file, by its path in the repository. */
export type Sources = ReadonlyMap<string, string>

/** Configuration files of tools that may name files of the package, since they cannot use an export. */
export type Exceptions = Readonly<Record<string, readonly string[]>>

/**
 * Reports each import of a package's inner file from outside, with the door that offers the same, and each import of a
 * door that does not exist.
 */
export function problemsOf(sources: Sources, of: Package, exceptions: Exceptions = {}): string[] {
  const doors = Object.keys(of.doors).map((key) => join(of.name, key))
  const offers = exportsOf(sources, of)
  return [...sources]
    .filter(([file]) => !file.startsWith(`${of.folder}/`))
    .flatMap(([file, text]) =>
      specifiersIn(text).flatMap(({ line, specifier }) => {
        if (specifier.startsWith(`${of.name}/`) && !doors.includes(specifier)) {
          return [`${file}:${line} imports ${specifier}: ${of.name} has no such door, only ${doors.join(', ')}.`]
        }
        const target = specifier.startsWith('.') ? join(dirname(file), specifier) : ''
        if (!target.startsWith(`${of.folder}/`) || exceptions[file]?.includes(target)) return []
        const door = offers.get(target)
        const advice = door
          ? `import it from '${door}'.`
          : `no door offers it. The doors are ${doors.join(', ')} (exports of ${of.folder}/package.json): offer it at one of them, or do without.`
        return [`${file}:${line} imports ${target}, which is inside of ${of.name}: ${advice}`]
      }),
    )
}

/** The first door that offers each file of the package. */
function exportsOf(sources: Sources, { folder, name, doors }: Package): ReadonlyMap<string, string> {
  const offers = new Map<string, string>()
  for (const [key, path] of Object.entries(doors)) {
    const file = join(folder, path)
    const inside = specifiersIn(sources.get(file) ?? '').map(({ specifier }) => join(dirname(file), specifier))
    for (const target of [file, ...inside]) if (!offers.has(target)) offers.set(target, join(name, key))
  }
  return offers
}

function specifiersIn(text: string) {
  const specifiers = /\b(?:from|import|new URL|importActual(?:<[^>]*>)?|mock)\s*\(?\s*(?:import\s*\(\s*)?'([^'?\n]+)/g
  return Array.from(text.matchAll(specifiers), ({ index, 0: found, 1: specifier = '' }) => ({
    line: text.slice(0, index + found.length).split('\n').length,
    specifier,
  }))
}
