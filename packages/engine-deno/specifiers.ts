/**
 * What a specifier of the hosted runtime may be called on Node: the package it names, and the path inside it.
 * Versions are left out: what is installed beside the project decides. Undefined for a specifier that Node knows
 * itself (relative, `node:`, a bare name), and for an address whose module has no package.
 *
 * `npm:zod@3/v4` → `zod/v4`, `jsr:@std/assert@1` → `@std/assert` or `@jsr/std__assert`,
 * `https://esm.sh/hono@4/cors?bundle` → `hono/cors`
 */
export function packagesOf(specifier: string): string[] | undefined {
  const npm = /^npm:\/?(.+)$/.exec(specifier)?.[1]
  if (npm !== undefined) return [withoutVersion(npm)]
  const jsr = /^jsr:\/?(@[^/]+\/.+)$/.exec(specifier)?.[1]
  if (jsr !== undefined) return jsrPackages(withoutVersion(jsr))
  const cdn = /^https:\/\/(?:esm\.sh|cdn\.skypack\.dev|unpkg\.com|cdn\.jsdelivr\.net\/npm)\/(?:v\d+\/)?([^?]+)/.exec(
    specifier,
  )?.[1]
  return cdn === undefined ? undefined : [withoutVersion(cdn)]
}

function withoutVersion(name: string): string {
  const [, scope = '', base = '', path = ''] = /^(@[^/]+\/)?([^/@]+)(?:@[^/]*)?(\/.*)?$/.exec(name) ?? []
  return `${scope}${base}${path}`
}

/** Supabase's own packages are on npm under the same name, and so is what `jsr add` installs; or else by JSR's mirror. */
function jsrPackages(name: string): string[] {
  const [, scope = '', rest = ''] = /^@([^/]+)\/(.*)$/.exec(name) ?? []
  return [name, `@jsr/${scope}__${rest}`]
}

/**
 * What an import map makes of a specifier: the longest key that is the specifier, or ends in a slash and begins it.
 * `imports` is that of a `deno.json` or `import_map.json`.
 */
export function mapped(specifier: string, imports: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(imports, specifier)) return imports[specifier]
  const [prefix] = Object.keys(imports)
    .filter((key) => key.endsWith('/') && specifier.startsWith(key))
    .sort((a, b) => b.length - a.length)
  if (prefix !== undefined) return `${imports[prefix]}${specifier.slice(prefix.length)}`
  // A package that is mapped by its name alone also answers for what is inside it.
  const [name] = Object.keys(imports)
    .filter((key) => specifier.startsWith(`${key}/`) && !key.startsWith('.'))
    .sort((a, b) => b.length - a.length)
  return name === undefined ? undefined : `${imports[name]}${specifier.slice(name.length)}`
}
