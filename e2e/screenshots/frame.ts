import type { Page } from '@playwright/test'
import { ana, sol } from '../people.ts'
import type { Scene } from './scene.ts'

const toggleSidebar = (page: Page) =>
  page
    .getByRole('button', { name: /toggle sidebar/i })
    .first()
    .click()

/** Screenshots of sign-in, navigation and empty screens. */
export const frameScenes: Scene[] = [
  { name: 'dashboard', path: '/dashboard', person: ana },
  { name: 'dashboard-super-admin', path: '/dashboard', person: sol },
  { name: 'sidebar', path: '/dashboard', person: ana, isWindowOnly: true, prepare: toggleSidebar },
  {
    name: 'palette',
    path: '/dashboard',
    person: ana,
    isWindowOnly: true,
    async prepare(page) {
      await page.getByRole('button', { name: /^Go to/ }).click()
      await page.getByRole('combobox').fill('bakery completed')
      await page.getByRole('option', { name: /^Mark/ }).first().waitFor()
    },
  },
  {
    name: 'bell',
    path: '/dashboard',
    person: ana,
    isWindowOnly: true,
    prepare: (page) => page.getByRole('button', { name: /^For You/ }).click(),
  },
  ...['enquiries', 'audit', 'deleted', 'reports', 'settings'].map((screen) => ({
    name: screen,
    path: `/dashboard/${screen}`,
    person: sol,
  })),
]
