import type { RouteConfigEntry } from '@react-router/dev/routes'
import config from '../react-router.config.ts'
import routes from '../routes.ts'

export const notFound = '404.html'

/** The page of a client, which is nothing without the token in its address. */
export const clientPage = 'for.html'

/** The document that React Router writes for every screen of the portal, which builds itself in it. */
export const appShell = '__spa-fallback.html'

/** The file React Router writes for a prerendered path. */
export const prerenderedFile = (path: string) => `${path}/index.html`.replace(/^\/+/, '')

/**
 * The file of a path. Any host of files serves `pricing.html` at `/pricing`, but sends whoever asks for that on to `/pricing/`
 * where it finds `pricing/index.html`; and `404.html` is what such hosts answer with where nothing is.
 */
export const pageFile = (path: string) => (path === '/' ? 'index.html' : `${path.slice(1)}.html`)

/** Every prerendered path, with the file it comes to have. */
export const prerendered = config.prerender.map((path) => ({ from: prerenderedFile(path), to: pageFile(path) }))

/** The paths that have a page of their own; the 404 page answers to every other path, and a client's page to none. */
export const pageFiles: Record<string, string> = Object.fromEntries(
  config.prerender.map((path) => [path, pageFile(path)]).filter(([, file]) => file !== notFound && file !== clientPage),
)

/** A screen of the portal: its path with parameters, as in the route map, and what React Router calls its route. */
type Screen = { path: string; route: string }

export const screens = screensBelow(await routes, '').filter(({ path }) => path.split('/')[1] === 'dashboard')

/** The file of a screen, for whoever opens it by its address. */
export const screenFile = ({ path }: Screen) => pageFile(path.replaceAll(':', ''))

function screensBelow(entries: readonly RouteConfigEntry[], parent: string): Screen[] {
  return entries.flatMap(({ path, children, file, id }) => {
    const own = path ? `${parent}/${path}` : parent
    return children ? screensBelow(children, own) : [{ path: own, route: id ?? file.replace(/\.tsx$/, '') }]
  })
}
