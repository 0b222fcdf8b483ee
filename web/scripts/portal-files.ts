/** Names every file of the build, and that of screens which somebody may not want at all. */
const MANIFEST = /^assets\/manifest-/

/** The addresses of all files that these pages load, at once or when something is first wanted of them. */
export async function portalFiles(
  pages: readonly string[],
  read: (file: string) => Promise<string>,
): Promise<readonly string[]> {
  const found = new Set<string>()
  const unread = [...pages]
  for (const file of unread) {
    if (MANIFEST.test(file) || /\.woff2$/.test(file)) continue
    for (const [, name] of (await read(file)).matchAll(/(?:\.\/|assets\/)([\w.~-]+\.(?:js|css|woff2))/g)) {
      const named = `assets/${name}`
      if (found.has(named)) continue
      found.add(named)
      unread.push(named)
    }
  }
  return [...found].sort().map((file) => `/${file}`)
}
