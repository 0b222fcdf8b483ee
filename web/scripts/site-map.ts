import type { RouteConfigEntry } from '@react-router/dev/routes'
import config from '../react-router.config.ts'
import routes from '../routes.ts'

export const notFound = '404/index.html'

/** The page of a client, which is nothing without the token in its address. */
export const clientPage = 'for/index.html'

/** The one document for every screen of the portal: React Router writes it, the portal builds itself in it. */
export const appShell = '__spa-fallback.html'

/** The file React Router writes for a prerendered path. */
export const pageFile = (path: string) => `${path}/index.html`.replace(/^\/+/, '')

/** The paths that have a file of their own; the 404 page answers to every other path, and a client's page to none. */
export const pageFiles: Record<string, string> = Object.fromEntries(
  config.prerender.map((path) => [path, pageFile(path)]).filter(([, file]) => file !== notFound && file !== clientPage),
)

/** The portal's paths with their parameters, as in the route map. */
export const appPaths = pathsBelow(await routes, '').filter((path) => path.split('/')[1] === 'dashboard')

function pathsBelow(entries: readonly RouteConfigEntry[], parent: string): string[] {
  return entries.flatMap(({ path, children }) => {
    const own = path ? `${parent}/${path}` : parent
    return children ? pathsBelow(children, own) : [own]
  })
}
