/** React Router's manifest names every file of the build, even those of screens that this person never opens. */
const MANIFEST = /^assets\/manifest-/

/** Returns the addresses of all files that these pages load, at once or later. */
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
