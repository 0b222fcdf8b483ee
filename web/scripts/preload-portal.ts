type Manifest = { routes: Record<string, { module: string; imports: string[] }> }

/**
 * The app shell with all that every screen of the portal needs named in its head. The browser fetches it at once where
 * it would find out step by step, and /auth knows what to fetch ahead.
 */
export function preloadPortal(shell: string, manifest: string): string {
  const { routes }: Manifest = JSON.parse(manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1))
  const layout = routes['portal/portal-layout']
  if (!layout) throw new Error('The manifest does not know the portal')
  const missing = [layout.module, ...layout.imports].filter((file) => !shell.includes(`href="${file}"`))
  const links = missing.map((file) => `<link rel="modulepreload" href="${file}"/>`)
  return shell.replace('</head>', `${links.join('')}</head>`)
}
