/**
 * Advice on how to install a missing module: `specifier` is resolved by the import map, `written` is the text in the
 * file.
 */
export function remedyFor(specifier: string, written = specifier): string {
  const [, from = '', wanted = ''] = /^(npm|jsr):\/?(.+)$/.exec(specifier) ?? []
  if (from === 'npm') return `install it beside the project: npm install ${wholePackage(wanted)}.`
  if (from === 'jsr') return `install it beside the project: npx jsr add ${wholePackage(wanted)}.`
  const [, part, path = ''] =
    /^https:\/\/deno\.land\/std(?:@[^/]*)?\/([^/]+)\/?(.*?)(?:\/?mod)?\.ts$/.exec(specifier) ?? []
  if (part !== undefined) {
    const target = `jsr:@std/${part.replaceAll('_', '-')}${path === '' ? '' : `/${path.replaceAll('_', '-')}`}`
    return `${byImportMap(written, target)}, and install that: npx jsr add ${wholePackage(target.slice(4))}.`
  }
  const [, name] = /^https:\/\/deno\.land\/x\/([^@/]+)/.exec(specifier) ?? []
  if (name !== undefined) {
    return `${byImportMap(written, `npm:${name}`)}, or whatever it is called on npm, and install that: npm install ${name}.`
  }
  if (/^[a-z]+:/.test(specifier)) return 'copy it into the project, or name an installed package in an import map.'
  return `install it beside the project: npm install ${wholePackage(specifier)}.`
}

const byImportMap = (written: string, target: string) =>
  `say in deno.json which package it is: { "imports": { "${written}": "${target}" } }`

/** The name of an npm package without a path inside it. */
const wholePackage = (wanted: string) => /^(@[^/]+\/)?[^/]+/.exec(wanted)?.[0] ?? wanted
