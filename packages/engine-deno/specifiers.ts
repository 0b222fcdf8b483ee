/**
 * The npm packages, with any path inside them, that a specifier of the hosted runtime may mean on Node. Versions are
 * removed, because the packages installed beside the project decide. Undefined for a specifier that Node resolves itself
 * (relative, `node:`, a bare name), and for an address without a package.
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

/**
 * The npm names of a JSR package: Supabase's own packages and those that `jsr add` installs have the same name; else
 * JSR's npm mirror.
 */
function jsrPackages(name: string): string[] {
  const [, scope = '', rest = ''] = /^@([^/]+)\/(.*)$/.exec(name) ?? []
  return [name, `@jsr/${scope}__${rest}`]
}

/**
 * Applies an import map to a specifier: by the longest key that equals it, or that ends in a slash and is its prefix.
 * `imports` is that of a `deno.json` or `import_map.json`.
 */
export function mapped(specifier: string, imports: Readonly<Record<string, string>>): string | undefined {
  if (Object.hasOwn(imports, specifier)) return imports[specifier]
  const [prefix] = Object.keys(imports)
    .filter((key) => key.endsWith('/') && specifier.startsWith(key))
    .sort((a, b) => b.length - a.length)
  if (prefix !== undefined) return `${imports[prefix]}${specifier.slice(prefix.length)}`
  // An import map entry for a bare package name also applies to paths inside the package.
  const [name] = Object.keys(imports)
    .filter((key) => specifier.startsWith(`${key}/`) && !key.startsWith('.'))
    .sort((a, b) => b.length - a.length)
  return name === undefined ? undefined : `${imports[name]}${specifier.slice(name.length)}`
}
