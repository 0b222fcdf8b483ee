import { slot } from './slot.ts'

/** The name and logo of the website's agency, read from the page, where the server fills them in (root.tsx). */
export const siteName = () => metaContent('application-name', slot('name'))
export const siteLogo = () => metaContent('application-logo', slot('logo'))

const metaContent = (name: string, atTheBuild: string) =>
  typeof document === 'undefined'
    ? atTheBuild
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? atTheBuild)
