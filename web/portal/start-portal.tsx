import { type ComponentType, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useParams,
  useRouteError,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { PageSpinner } from '../ui/spinner.tsx'
import PortalLayout, { ErrorBoundary as BrokenPortal } from './portal-layout.tsx'
import { ErrorBoundary as BrokenScreen } from './screen-layout.tsx'
import { screens } from './screens.ts'

/**
 * Draws the portal into the built page, with the routes of routes.ts. React Router's own start would bring the half of
 * its code that is for servers, loaders and forms, and would hydrate a page that has nothing but a spinner. The
 * development server uses that one, since it shows changed code without a reload.
 */

type Screen = ComponentType<{ params: ReturnType<typeof useParams> }>

const code = import.meta.glob<{ default: Screen }>('./**/*-route.tsx', {
  query: '?__react-router-build-client-route',
})

const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Starting,
    children: [
      {
        path: '/dashboard',
        Component: PortalLayout,
        ErrorBoundary: BrokenPortal,
        children: [{ ErrorBoundary: ScreenError, children: screens.map(screenRoute) }],
      },
      { path: '*', Component: OtherPage },
    ],
  },
]

function screenRoute({ path, file }: (typeof screens)[number]): RouteObject {
  const lazy = async () => {
    const load = code[`./${file}`]
    if (!load) throw new Error(`There is no screen ${file}`)
    const { default: Screen } = await load()
    return { Component: () => <Screen params={useParams()} /> }
  }
  return path === '' ? { index: true, lazy } : { path, lazy }
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/** The page as it came, until the code of its screen has come too. */
function Starting() {
  return (
    <>
      <title>Loading | Dashboard</title>
      <PageSpinner />
    </>
  )
}

function ScreenError() {
  return <BrokenScreen error={useRouteError()} params={useParams()} />
}

/** The address with which this document was loaded. */
const arrivedAt = window.location.pathname

/** An address that is none of the portal's is a document of its own; a host that has only this one has the page below. */
function OtherPage() {
  useEffect(() => {
    if (window.location.pathname === arrivedAt) window.location.replace('/404.html')
    else window.location.reload()
  }, [])
  return <PageSpinner />
}

const place = document.getElementById('portal')
if (!place) throw new Error('The page has no place for the portal')
// Each screen has its own title, and browsers show the first of several.
document.querySelector('title')?.remove()
createRoot(place).render(<RouterProvider router={createBrowserRouter(routes)} />)
