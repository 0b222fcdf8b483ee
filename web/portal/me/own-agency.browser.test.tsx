import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { row } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ben, cleo, north, type Person, sol, south } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from '../clients/clients-route.tsx'
import { prefetchAnswers } from '../prefetch/prefetched-answers.ts'
import ProjectsRoute from '../projects/projects-route.tsx'
import { forgetAgency, rememberAgency, rememberedAgency } from './own-agency.ts'

const CLIENTS = '/rest/v1/clients'

const withBakeries = () =>
  new FakeBackend({
    clients: [
      { name: 'Bakery', email: 'owner@bakery.test', agency_id: north },
      { name: 'South Bakery', email: 'owner@south.test', agency_id: south },
    ],
    projects: [{ name: 'Logo', agency_id: north }],
  })

const open = (backend: FakeBackend, as: Person, at = '/dashboard/clients') =>
  Portal.open(backend, {
    screens: [
      { path: '/dashboard/clients', Component: ClientsRoute },
      { path: '/dashboard/projects', Component: ProjectsRoute },
    ],
    at,
    as,
  })

/** The agencies to which the requests of a table were narrowed, in their order. */
const narrowedTo = (backend: FakeBackend, path = CLIENTS) =>
  backend.sent('GET', path).map(({ params }) => params.get('agency_id'))

it('[lists.md#the-own-agency] names the agency in what a member of its staff asks for, from the first request of a page on', async () => {
  const backend = withBakeries()
  const portal = open(backend, ben)
  await expect.poll(() => rememberedAgency(ben.id)).toBe(north)

  backend.answer('POST', '/rest/v1/rpc/me', () => Response.json({ owes_second_step: false }))
  await prefetchAnswers({ pathname: '/dashboard/clients', search: '?search=bak' })
  await expect.poll(() => narrowedTo(backend).at(-1)).toBe(`eq.${north}`)
  portal.reload()
  await expect.element(row('owner@bakery.test')).toBeVisible()
  expect(narrowedTo(backend).at(-1)).toBe(`eq.${north}`)
})

it('names it in the requests of projects too', async () => {
  rememberAgency(ben.id, north)
  const backend = withBakeries()
  open(backend, ben, '/dashboard/projects')
  await expect.element(row('Logo')).toBeVisible()
  expect(narrowedTo(backend, '/rest/v1/projects')).toEqual([`eq.${north}`])
})

it('[lists.md#the-own-agency] asks for every agency as a super admin', async () => {
  const backend = withBakeries()
  const portal = open(backend, sol)
  await expect.poll(() => rememberedAgency(sol.id)).toBe('')
  portal.reload()
  await expect.element(row('owner@south.test')).toBeVisible()
  expect(narrowedTo(backend).every((agency) => agency === null)).toBe(true)
})

it.each([
  { whom: 'a person who was moved to another agency', now: cleo, before: north, shown: 'owner@south.test' },
  {
    whom: 'a person who was made super admin',
    now: sol,
    before: 'a0000000-0000-4000-8000-000000000009',
    shown: 'owner@bakery.test',
  },
])('[lists.md#the-own-agency] shows $whom what they may see now', async ({ now, before, shown }) => {
  rememberAgency(now.id, before)
  const backend = withBakeries()
  open(backend, now)
  await expect.element(row(shown)).toBeVisible()
  expect(narrowedTo(backend).at(0)).toBe(`eq.${before}`)
  expect(rememberedAgency(now.id)).toBe(now === sol ? '' : south)
})

it('follows a person who is moved while a list is open', async () => {
  const backend = withBakeries()
  const portal = open(backend, ben)
  await expect.poll(() => rememberedAgency(ben.id)).toBe(north)
  const me = backend.table('user_profiles').rows.find(({ id }) => id === ben.id)
  Object.assign(me ?? {}, { agency_id: south })
  portal.reload()
  await expect.element(row('owner@south.test')).toBeVisible()
  await expect.element(page.getByText('owner@bakery.test')).not.toBeInTheDocument()
})

it('remembers nothing for somebody else, and forgets', async () => {
  rememberAgency(ben.id, north)
  expect(rememberedAgency(cleo.id)).toBeUndefined()
  forgetAgency()
  expect(rememberedAgency(ben.id)).toBeUndefined()
})
