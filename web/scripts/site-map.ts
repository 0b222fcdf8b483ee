import type { RouteConfigEntry } from '@react-router/dev/routes'
import config from '../react-router.config.ts'
import routes from '../routes.ts'

export const notFound = '404.html'

/** The page that shows a client their projects. It is empty without the token in its address. */
export const clientPage = 'for.html'

/** The document that React Router writes for every screen of the portal, in which scripts build the screen. */
export const appShell = '__spa-fallback.html'

/** Returns the file that React Router writes for a prerendered path. */
export const prerenderedFile = (path: string) => `${path}/index.html`.replace(/^\/+/, '')

/**
 * Returns the file of a path. Static hosts serve `pricing.html` at `/pricing`, but redirect that to `/pricing/` where
 * they find `pricing/index.html`. They answer unknown paths with `404.html`.
 */
export const pageFile = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** Every prerendered path: the file that React Router writes for it, and the file that is served. */
export const prerendered = config.prerender.map((path) => ({ from: prerenderedFile(path), to: pageFile(path) }))

/**
 * Paths with a page of their own. The 404 page answers every other path; the client's page is served only for
 * /for/{token}.
 */
export const pageFiles: Record<string, string> = Object.fromEntries(
  config.prerender.map((path) => [path, pageFile(path)]).filter(([, file]) => file !== notFound && file !== clientPage),
)

/** A screen of the portal: its path with parameters, as in the route map, and React Router's id of its route. */
type Screen = { path: string; route: string }

export const portalScreens = screensBelow(await routes, '').filter(({ path }) => path.split('/')[1] === 'dashboard')

/** Returns the file that is served when a screen is opened by its address. */
export const screenFile = ({ path }: Screen) => pageFile(path.replaceAll(':', ''))

function screensBelow(entries: readonly RouteConfigEntry[], parent: string): Screen[] {
  return entries.flatMap(({ path, children, file, id }) => {
    const own = path ? `${parent}/${path}` : parent
    return children ? screensBelow(children, own) : [{ path: own, route: id ?? file.replace(/\.tsx$/, '') }]
  })
}
