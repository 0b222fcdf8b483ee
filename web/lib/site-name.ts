import { slot } from './slot.ts'

/**
 * The name and the logo of the agency that answers the website, as the page around the portal has them: there the server
 * fills them in (root.tsx).
 */
export const siteName = () => said('application-name', slot('name'))
export const siteLogo = () => said('application-logo', slot('logo'))

const said = (name: string, atTheBuild: string) =>
  typeof document === 'undefined'
    ? atTheBuild
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? atTheBuild)
