import { z } from 'zod'

const files = z.array(z.string())
const manifest = z.object({
  routes: z.record(z.string(), z.object({ module: z.string(), imports: files, css: files })),
})
type Manifest = z.infer<typeof manifest>

/** What React Router says of the files of a build. */
export function parseManifest(script: string): Manifest {
  return manifest.parse(JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)))
}

type Portal = {
  manifest: Manifest
  /** Asks for data while the rest is still on its way (portal/prefetch). */
  askAhead: string
}

/** The portal alone is dark where the system is; of several colours a browser takes the first that fits. */
const byNight = '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141226"/>'

/**
 * The app shell with all that a screen needs named in its head. The browser fetches it at once, where it would find out
 * step by step, and /auth knows what to fetch ahead. The fonts come after it: until then the text stands in others of the same size.
 * @param route the screen; without one it is what every screen needs
 */
export function preloadPortal(shell: string, { manifest, askAhead }: Portal, route?: string): string {
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
    `<script type="module" async src="${askAhead}"></script>`,
  ]
  return shell
    .replace('<meta name="theme-color"', `${byNight}$&`)
    .replaceAll(/<link rel="preload"[^>]* as="font"[^>]*>/g, '')
    .replace('</head>', `${links.join('')}</head>`)
}
