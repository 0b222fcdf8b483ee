import type { Page } from '@playwright/test'
import { ana } from '../people.ts'
import { signIn } from '../sign-in.ts'
import { press, type Scene } from './scene.ts'

const onTop = { path: '/auth', isWindowOnly: true }

const withProviders = (page: Page) =>
  page.route('**/auth/v1/settings', (route) =>
    route.fulfill({ json: { external: { email: true, google: true, github: true, azure: true } } }),
  )

const factors = ['totp', 'recovery_code'].map((factor_type) => ({
  id: factor_type,
  factor_type,
  status: 'verified',
  created_at: '',
  updated_at: '',
}))

/** Makes the backend answer as if the person had an authenticator app and recovery codes. */
async function withApp(page: Page) {
  await page.route('**/auth/v1/token*', async (route) => {
    const answer = await route.fetch()
    const session: { user: object } = await answer.json()
    await route.fulfill({ response: answer, json: { ...session, user: { ...session.user, factors } } })
  })
  await page.route('**/rest/v1/rpc/me', (route) => route.fulfill({ json: { owes_second_step: true } }))
}

/** Makes the backend answer on the profile as if the person had recovery codes; new codes are made but not stored. */
async function withCodes(page: Page) {
  await page.route('**/auth/v1/user', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), factors } })
  })
  const letters = 'k4m7xqp2abht3zuf'
  const codes = Array.from({ length: 10 }, (_, at) => letters.slice(at) + letters.slice(0, at))
  await page.route('**/auth/v1/factors/recovery-codes**', (route) =>
    route.fulfill({ json: { id: 'recovery_code', type: 'recovery_code', total: 10, remaining: 7, codes } }),
  )
}

async function openCodeStep(page: Page) {
  await signIn(page, ana)
  await page.getByLabel('Code', { exact: true }).waitFor()
}

async function askForLink(page: Page) {
  await press('Email me a sign-in link')(page)
  await page.getByLabel('Email', { exact: true }).fill(ana.email)
}

export const authScenes: Scene[] = [
  { name: 'sign-in', path: '/auth' },
  { name: 'sign-in-providers', path: '/auth', before: withProviders },
  { name: 'sign-up', path: '/auth', prepare: (page) => page.getByRole('tab', { name: 'Sign Up' }).click() },
  { name: 'forgot-password', path: '/auth', prepare: press(/forgot/i) },
  { name: 'sign-in-link', ...onTop, prepare: askForLink },
  {
    name: 'sign-in-link-sent',
    ...onTop,
    async prepare(page) {
      await askForLink(page)
      await press('Send Sign-In Link')(page)
      await page.getByText(/^If .* has an account/).waitFor()
    },
  },
  {
    name: 'sign-in-link-expired',
    ...onTop,
    path: '/auth#error=access_denied&error_code=otp_expired',
    before: withProviders,
  },
  { name: 'sign-in-code', path: '/auth', before: withApp, prepare: openCodeStep },
  {
    name: 'sign-in-recovery-code',
    ...onTop,
    before: withApp,
    async prepare(page) {
      await openCodeStep(page)
      await press('Use a recovery code')(page)
    },
  },
  {
    name: 'sign-in-code-wrong',
    ...onTop,
    async before(page) {
      await withApp(page)
      const json = { code: 'mfa_verification_failed', message: 'Invalid TOTP code entered' }
      await page.route('**/auth/v1/factors/**', (route) => route.fulfill({ status: 422, json }))
      await page.route('**/auth/v1/user', async (route) => {
        const answer = await route.fetch()
        const factors = [{ id: 'app', factor_type: 'totp', status: 'verified', created_at: '', updated_at: '' }]
        await route.fulfill({ response: answer, json: { ...(await answer.json()), factors } })
      })
    },
    async prepare(page) {
      await openCodeStep(page)
      await page.getByLabel('Code', { exact: true }).fill('000000')
      await press('Continue to Dashboard')(page)
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'sign-in-failed',
    ...onTop,
    async prepare(page) {
      await signIn(page, { ...ana, password: 'not-mainstreet' })
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  {
    name: 'two-step',
    path: '/dashboard/profile',
    person: ana,
    async prepare(page) {
      await press('Set Up')(page)
      await page.getByRole('img', { name: 'QR code' }).waitFor()
    },
  },
  {
    name: 'two-step-on',
    path: '/dashboard/profile',
    person: ana,
    before: withCodes,
    prepare: (page) => page.getByText('7 of 10 left').waitFor(),
  },
  {
    name: 'two-step-codes',
    path: '/dashboard/profile',
    person: ana,
    before: withCodes,
    async prepare(page) {
      await press('New Codes')(page)
      await page.getByRole('button', { name: 'Make New Codes' }).click()
      await page.getByRole('heading', { name: 'Keep Your Recovery Codes' }).waitFor()
    },
  },
]
