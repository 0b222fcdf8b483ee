import { expect, it } from 'vitest'
import { row } from '../../testing/expect.ts'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import ClientsRoute from '../clients/clients-route.tsx'
import ProjectsRoute from '../projects/projects-route.tsx'
import { prefetchAnswers, takePrefetched } from './prefetched-answers.ts'

it.each([
  { table: 'clients', address: '/dashboard/clients', Component: ClientsRoute },
  { table: 'clients', address: '/dashboard/clients?search=bak&sort=-name', Component: ClientsRoute },
  { table: 'projects', address: '/dashboard/projects', Component: ProjectsRoute },
  { table: 'projects', address: '/dashboard/projects?view=mine&status=planning&sort=budget', Component: ProjectsRoute },
] as const)('[shell.md#slow-connections] $address finds what was asked ahead, and asks no more', async (screen) => {
  const { table, address, Component } = screen
  const backend = new FakeBackend({
    [table]: [
      { name: 'Bakery', search_text: 'bakery', email: 'owner@bakery.test', status: 'planning', assigned_to: ana.id },
    ],
  })
  backend.answer('POST', '/rest/v1/rpc/me', () => Response.json({ owes_second_step: false }))
  const at = new URL(address, window.location.origin)
  const portal = Portal.open(backend, { screens: [{ path: at.pathname, Component }], at: address })
  await expect.element(row('Bakery')).toBeVisible()

  await prefetchAnswers(at)
  portal.reload()
  await expect.element(row('Bakery')).toBeVisible()
  const asked = backend.calls.filter(({ path }) => [table, 'user_roles'].some((name) => path === `/rest/v1/${name}`))
  // Each request was sent twice: by the screen that was open before, and by the prefetch.
  expect(asked.map(({ path }) => path).sort()).toEqual(
    [table, table, 'user_roles', 'user_roles'].map((name) => `/rest/v1/${name}`).sort(),
  )
})

it('[shell.md#slow-connections] gives nobody what was asked for somebody else', async () => {
  const backend = new FakeBackend({ clients: [{ name: 'Bakery', email: 'owner@bakery.test' }] })
  backend.answer('POST', '/rest/v1/rpc/me', () => Response.json({ owes_second_step: false }))
  const address = '/dashboard/clients'
  Portal.open(backend, { screens: [{ path: address, Component: ClientsRoute }], at: address })
  await expect.element(row('Bakery')).toBeVisible()
  await prefetchAnswers({ pathname: address, search: '' })

  expect(takePrefetched('somebody else').getQueryCache().getAll()).toEqual([])
  expect(takePrefetched(ana.id).getQueryCache().getAll()).toEqual([])
})
