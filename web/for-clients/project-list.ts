import type { ClientPageData } from './client-page-data.ts'
import { type Html, html } from './safe-html.ts'

type Status = ClientPageData['projects'][number]['status']

/** The regular states of a project, in order; a project in another state is shown without progress. */
const stations: readonly Status[] = ['planning', 'in_progress', 'review', 'completed']

/** What clients read of a project's status. */
export const statusWords: Record<Status, string> = {
  planning: 'Planning',
  in_progress: 'In progress',
  review: 'In review',
  completed: 'Completed',
  on_hold: 'On hold',
  cancelled: 'Cancelled',
}

/** The HTML list of a client's projects with their progress. */
export const projectList = (projects: ClientPageData['projects']) =>
  projects.length > 0 &&
  html`
<section class="cp-projects" aria-labelledby="projects">
  <h2 id="projects">Projects</h2>
  <ul>
    ${projects.map(
      ({ name, status }) => html`
    <li data-status="${status}"><h3>${name}</h3><p>${statusWords[status]}</p>${way(status)}</li>`,
    )}
  </ul>
</section>`

/** Progress dots of a project; the word beside them says the same to screen readers. */
function way(status: Status): Html | undefined {
  const reached = stations.indexOf(status)
  if (reached < 0) return undefined
  return html`<div class="cp-way" aria-hidden="true">${stations.map((_, index) => html`<i${index <= reached && html` class="is-reached"`}></i>`)}</div>`
}
