import type { Page } from '@playwright/test'
import { ana, sol } from '../people.ts'
import type { Scene } from './scene.ts'

const toggleSidebar = (page: Page) =>
  page
    .getByRole('button', { name: /toggle sidebar/i })
    .first()
    .click()

/** The way in and around the portal, and the screens that are still empty. */
export const frameScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard', person: ana },
  { name: 'dashboard-super-admin', path: '/dashboard', person: sol },
  { name: 'sidebar', path: '/dashboard', person: ana, isWindowOnly: true, prepare: toggleSidebar },
  ...['reports', 'settings'].map((screen) => ({
    name: screen,
    path: `/dashboard/${screen}`,
    person: sol,
  })),
]
