import { slot } from './slot.ts'

/** The name and logo of the website's agency, read from the page, where the server fills them in (root.tsx). */
export const siteName = () => said('application-name', slot('name'))
export const siteLogo = () => said('application-logo', slot('logo'))

const said = (name: string, atTheBuild: string) =>
  typeof document === 'undefined'
    ? atTheBuild
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? atTheBuild)
