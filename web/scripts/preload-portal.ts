import { z } from 'zod'

const files = z.array(z.string())
const manifest = z.object({
  routes: z.record(z.string(), z.object({ module: z.string(), imports: files, css: files })),
})
type Manifest = z.infer<typeof manifest>

/** Reads the list of files of a build that React Router writes as a script. */
export function parseManifest(script: string): Manifest {
  return manifest.parse(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)))
}

type Portal = {
  manifest: Manifest
  /** The script that requests data while the others are still loading (portal/prefetch). */
  prefetchScript: string
}

/** Only the portal has a dark theme. A browser takes the first of several theme colors that matches. */
const byNight = '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141226"/>'

/**
 * Returns the app shell with every file that a screen needs preloaded in its head: the browser fetches them all at once
 * instead of discovering them one by one, and /auth knows what to prefetch. Fonts come last; until then text stands in
 * fallback fonts of the same size.
 * @param route the screen; without it, only what every screen needs is preloaded
 */
export function preloadPortal(shell: string, { manifest, prefetchScript }: Portal, route?: string): string {
  const parts = ['portal/portal-layout', 'portal/screen-layout', ...(route === undefined ? [] : [route])].map((id) => {
    const found = manifest.routes[id]
    if (!found) throw new Error(`The manifest does not know ${id}`)
    return found
  })
  const missing = (files: string[]) => [...new Set(files)].filter((file) => !shell.includes(`href="${file}"`))
  const styles = missing(parts.flatMap(({ css }) => css))
  const modules = missing(parts.flatMap(({ module, imports }) => [module, ...imports]))
  const links = [
    ...styles.map((file) => `<link rel="preload" href="${file}" as="style"/>`),
    ...modules.map((file) => `<link rel="modulepreload" href="${file}"/>`),
    '<link rel="preload" href="/config.json" as="fetch" crossorigin="anonymous"/>',
    `<script type="module" async src="${prefetchScript}"></script>`,
  ]
  return shell
    .replace('<meta name="theme-color"', `${byNight}$&`)
    .replaceAll(/<link rel="preload"[^>]* as="font"[^>]*>/g, '')
    .replace('</head>', `${links.join('')}</head>`)
}
