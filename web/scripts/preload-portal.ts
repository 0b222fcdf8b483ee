import { z } from 'zod'
import type { FirstRequests } from '../portal/prefetch/first-requests.ts'

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
  /** The script that draws the portal (portal/start-portal.tsx), the scripts that it imports, and its style sheets. */
  start: { module: string; imports: string[]; css: string[] }
  /** The script that sends the first requests of a screen before anything has loaded (portal/prefetch/ask-ahead.ts). */
  askAhead: string
  /** The script that requests data while the others are still loading (portal/prefetch). */
  prefetchScript: string
}

/** Only the portal has a dark theme. A browser takes the first of several theme colors that matches. */
const byNight = '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#141226"/>'

/**
 * Returns the page of a screen: the app shell with the portal's script in place of React Router's, and with every file that
 * the screen needs named in its head. The browser fetches them all at once instead of discovering them one by one, and
 * /auth knows what to prefetch. Fonts come last; until then text stands in fallback fonts of the same size.
 * @param route the screen; without it, only what every screen needs is preloaded
 */
export function preloadPortal(
  shell: string,
  { manifest, start, askAhead, prefetchScript }: Portal,
  requests: FirstRequests,
  route?: string,
): string {
  const screen = route === undefined ? undefined : manifest.routes[route]
  if (route !== undefined && !screen) throw new Error(`The manifest does not know ${route}`)
  const parts = [start, ...(screen ? [screen] : [])]
  const styles = unique(parts.flatMap(({ css }) => css)).filter((file) => !shell.includes(`href="${file}"`))
  const modules = unique(parts.flatMap(({ module, imports }) => [module, ...imports]))
  const links = [
    ...styles.map((file) => `<link rel="stylesheet" href="${file}"/>`),
    ...modules.map((file) => `<link rel="modulepreload" href="${file}"/>`),
    '<link rel="manifest" href="/portal.webmanifest"/>',
    `<script type="module" async src="${prefetchScript}"></script>`,
    `<script type="module" async src="${start.module}"></script>`,
  ]
  return shell
    .replace('<meta name="theme-color"', `${byNight}$&`)
    .replaceAll(
      /<link rel="(?:preload"[^>]* as="font|modulepreload)"[^>]*>|<script[\s\S]*?<\/script>|<!--\/?\$-->/g,
      '',
    )
    .replace('<title>', () => `<script data-requests="${inAttribute(requests)}">${askAhead}</script><title>`)
    .replace('</head>', `${links.join('')}</head>`)
    .replace(/<body>[\s\S]*?(?=<\/body>)/, (body) => body.replace('<body>', '<body><div id="portal">').concat('</div>'))
}

const unique = (files: string[]) => [...new Set(files)]

const inAttribute = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
