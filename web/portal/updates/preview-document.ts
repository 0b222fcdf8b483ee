import stylesHref from '../../for-clients/for-clients.css?url'
import { html } from '../../for-clients/safe-html.ts'

/** The whole HTML document of a page for clients, with the styles of the portal and of such pages. `page` is safe HTML. */
export function previewDocument(title: string, page: string): string {
  const looks = [...document.head.querySelectorAll('link[rel="stylesheet"], style')].map((look) => look.outerHTML)
  // The preview is inert: its links lead nowhere yet.
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">${html`<title>${title}</title>`}${looks.join('')}${html`<link rel="stylesheet" href="${stylesHref}">`}</head><body inert>${page}</body></html>`
}
