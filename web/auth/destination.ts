const HOME = '/dashboard'

/** Where somebody goes once signed in: the portal page that sent them to /auth, if one did, else the dashboard. */
export function destinationAfterSignIn(navigationState: unknown): string {
  const wanted =
    typeof navigationState === 'object' && navigationState !== null && 'from' in navigationState
      ? navigationState.from
      : undefined
  return typeof wanted === 'string' && isPortalPath(wanted) ? wanted : HOME
}

/** Only the portal's own pages, so that no state however made leads off the site. */
const isPortalPath = (path: string) => /^\/dashboard(?=$|[/?#])/.test(path)
