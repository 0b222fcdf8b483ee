import { clientPage } from '../../for-clients/client-page.ts'
import type { ClientPageData, ShownUpdate } from '../../for-clients/client-page-data.ts'
import type { PlanMonth } from '../../for-clients/plan-month.ts'
import type { ChosenFile } from '../files/choose-files.ts'
import { previewDocument } from './preview-document.ts'
import { answerByOf, type DraftedUpdate } from './update.ts'

const ADDRESS = 'preview'
const MONTH_MS = 30 * 86_400_000

type PreviewContext = {
  name: string
  plan: string | null
  agency: ClientPageData['agency'] & { show_clients_their_plan: boolean }
  projects: readonly (ClientPageData['projects'][number] & { created_at: string })[]
}

/**
 * The data of a client's page with one unsaved update, in the form that the server would send; `month` is the client's
 * current month without that update.
 */
export function previewData(
  client: PreviewContext,
  month: PlanMonth | undefined,
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
    answer_by: answerByOf(typed),
    files: files.map(({ file, type }, index) => ({ ref: String(index), name: file.name, type, size: file.size })),
    answer: null,
  }
  const isMilestone = update.is_milestone || update.type === 'milestone'
  return {
    client: client.name,
    agency: client.agency,
    expires_at: new Date(Date.now() + MONTH_MS).toISOString(),
    person: null,
    may_ask: false,
    asked: [],
    wanted: [],
    months: [],
    plan: client.agency.show_clients_their_plan && client.plan !== null ? shownPlan(month, typed) : null,
    projects: client.projects.toSorted((a, b) => b.created_at.localeCompare(a.created_at)),
    milestones: isMilestone ? [{ title: update.title, at: now }] : [],
    waiting: update.type === 'review' ? [{ ref: update.ref, page: 1 }] : [],
    count: 1,
    page: 1,
    pages: 1,
    updates: [update],
  }
}

/** The month as the client sees it, where a plan is known. */
function shownPlan(month: PlanMonth | undefined, { counts_as_content_update: counts }: DraftedUpdate) {
  if (month === undefined || month.plans.length === 0) return null
  return { plans: month.plans, counted: month.counted + (counts ? 1 : 0) }
}

/** The page as a document; `pictures` holds the object URLs of the chosen files, in their order. */
export const updatePreview = (data: ClientPageData, pictures: readonly string[]): string =>
  previewDocument(
    data.client,
    pictures.reduce(
      (page, picture, index) => page.replaceAll(`${ADDRESS}/files/${index}?small`, picture),
      clientPage(data, { address: ADDRESS }).text,
    ),
  )
