import {
  clientScreen,
  clientsScreen,
  dashboardScreen,
  messagesScreen,
  paletteSearch,
  projectsScreen,
} from './portal-screens.ts'
import type { PortalTab } from './portal-tab.ts'

/** How much of what there is in each agency (many-agencies.sql). */
export const IN_AN_AGENCY = { clients: 400, projects: 800 }

type Deed = {
  does: string
  /** In an hour, on average. */
  times: number
  how(tab: PortalTab): Promise<unknown>
}

/** An hour of somebody who does nothing but work in the portal, in an order that chance decides. */
export const hour: readonly Deed[] = [
  { does: 'comes back to the dashboard', times: 3, how: (tab) => tab.goTo(dashboardScreen(tab.me.id)) },
  { does: 'looks at the clients', times: 8, how: (tab) => tab.goTo(clientsScreen()) },
  { does: 'turns to another page of them', times: 4, how: (tab) => tab.goTo(clientsScreen('', 2 + upTo(6))) },
  { does: 'searches them, pausing once', times: 8, how: (tab) => search(tab, clientsScreen, one(trades)) },
  { does: 'opens a client', times: 14, how: (tab) => tab.goTo(clientScreen(someClient(tab))) },
  { does: 'looks at the projects', times: 6, how: (tab) => tab.goTo(projectsScreen()) },
  { does: 'filters them', times: 4, how: (tab) => tab.goTo(projectsScreen({ status: 'eq.review' })) },
  { does: 'finds something by the palette', times: 5, how: (tab) => find(tab, one(trades)) },
  { does: 'writes a note about a client', times: 5, how: note },
  { does: 'changes the status of a client', times: 3, how: changeClient },
  { does: 'changes the status of a project', times: 4, how: changeProject },
  { does: 'writes an update', times: 3, how: report },
  { does: 'reads the chat', times: 8, how: (tab) => tab.goToChat(messagesScreen) },
  { does: 'says something there', times: 10, how: say },
  { does: 'looks out of the window', times: 15, how: async () => undefined },
]

export const DEEDS_IN_AN_HOUR = hour.reduce((sum, { times }) => sum + times, 0)

export function nextDeed(): Deed {
  let left = Math.random() * DEEDS_IN_AN_HOUR
  for (const deed of hour) {
    left -= deed.times
    if (left < 0) return deed
  }
  throw new Error('An hour without deeds.')
}

const trades = ['bakery', 'dental', 'garage', 'florist', 'plumbing', 'realty', 'yoga', 'books'] as const

async function search(tab: PortalTab, screen: typeof clientsScreen, typed: string) {
  await tab.goTo(screen(typed.slice(0, 3)))
  await tab.goTo(screen(typed))
}

async function find(tab: PortalTab, typed: string) {
  await tab.read(paletteSearch(typed.slice(0, 4)))
  await tab.read(paletteSearch(typed))
}

async function note(tab: PortalTab) {
  const client_id = someClient(tab)
  await tab.goTo(clientScreen(client_id))
  await tab.write('POST', '/rest/v1/client_notes', {
    client_id,
    staff_id: tab.me.id,
    note_text: 'Called, nobody there.',
  })
}

function changeClient(tab: PortalTab) {
  return tab.write('PATCH', `/rest/v1/clients?id=eq.${someClient(tab)}`, {
    prospect_status: one(['active', 'paused', 'completed']),
  })
}

function changeProject(tab: PortalTab) {
  return tab.write('PATCH', `/rest/v1/projects?id=eq.${someProject(tab)}`, {
    status: one(['planning', 'in_progress', 'review']),
  })
}

function report(tab: PortalTab) {
  return tab.write('POST', '/rest/v1/project_updates', {
    project_id: someProject(tab),
    created_by: tab.me.id,
    title: 'What happened this week',
    content: 'Opening hours, prices and a form that reaches somebody the same day.',
    update_type: 'progress',
    visibility: 'client',
    is_milestone: false,
  })
}

async function say(tab: PortalTab) {
  await tab.goToChat(messagesScreen)
  await tab.say('About as long as what people write to each other in a chat.')
}

const upTo = (count: number) => Math.floor(Math.random() * count)
const one = <Thing>(things: readonly [Thing, ...Thing[]]) => things[upTo(things.length)] ?? things[0]

/** By the numbers that many-agencies.sql gives. */
const numbered = (prefix: string, agencyId: string, each: number) => {
  const number = (Number(agencyId.slice(-12)) - 1) * each + 1 + upTo(each)
  return `${prefix}000000-0000-4000-8000-${String(number).padStart(12, '0')}`
}
const someClient = ({ me }: PortalTab) => numbered('c3', me.agencyId, IN_AN_AGENCY.clients)
const someProject = ({ me }: PortalTab) => numbered('d3', me.agencyId, IN_AN_AGENCY.projects)
