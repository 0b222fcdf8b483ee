import { clientPage } from '../../for-clients/client-page.ts'
import type { ClientPageData, ShownUpdate } from '../../for-clients/client-page-data.ts'
import { html } from '../../for-clients/safe-html.ts'
import type { ChosenFile } from '../files/choose-files.ts'
import type { DraftedUpdate } from './update.ts'

const ADDRESS = 'preview'
const MONTH_MS = 30 * 86_400_000

type PreviewContext = {
  name: string
  agency: ClientPageData['agency']
  projects: readonly (ClientPageData['projects'][number] & { created_at: string })[]
}

/** The data of a client's page with one unsaved update, in the form that the server would send. */
export function previewData(
  client: PreviewContext,
  typed: DraftedUpdate,
  files: readonly ChosenFile[],
): ClientPageData {
  const now = new Date().toISOString()
  const update: ShownUpdate = {
    ref: 'new',
    project: typed.project?.name ?? 'Project',
    title: typed.title.trim() || 'Title',
    content: typed.content.trim() || 'Content',
    type: typed.update_type,
    is_milestone: typed.is_milestone,
    at: now,
    edited_at: null,
    files: files.map(({ file, type }, index) => ({ ref: String(index), name: file.name, type, size: file.size })),
    answer: null,
  }
  const isMilestone = update.is_milestone || update.type === 'milestone'
  return {
    client: client.name,
    agency: client.agency,
    expires_at: new Date(Date.now() + MONTH_MS).toISOString(),
    projects: client.projects.toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
    milestones: isMilestone ? [{ title: update.title, at: now }] : [],
    count: 1,
    page: 1,
    pages: 1,
    updates: [update],
  }
}

/** The whole HTML document with the portal's styles; `pictures` holds the object URLs of the chosen files, in their order. */
export function previewDocument(data: ClientPageData, pictures: readonly string[]): string {
  const looks = [...document.head.querySelectorAll('link[rel="stylesheet"], style')].map((look) => look.outerHTML)
  const page = pictures.reduce(
    (page, picture, index) => page.replaceAll(`${ADDRESS}/files/${index}?small`, picture),
    clientPage(data, { address: ADDRESS }).text,
  )
  // The preview is inert: its links lead nowhere yet.
  return `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">${html`<title>${data.client}</title>`}${looks.join('')}</head><body inert>${page}</body></html>`
}
