import './auth-elements.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectDestructiveToast, expectToast, phoneAndDesktop } from '../testing/expect.ts'
import { FakeBackend } from '../testing/fake-backend.ts'
import { SitePage } from '../testing/site-page.tsx'
import AuthRoute from './auth-route.tsx'

const SIGN_UP = '/auth/v1/signup'
const nova = { name: 'Nova Comer', email: 'nova@nowhere.test', password: 'first-secret-1' }

const field = (label: string) => page.getByLabelText(label, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const tab = (name: string) => page.getByRole('tab', { name })
const alert = page.getByRole('main').getByRole('alert')

async function signUp({ name, email, password }: typeof nova) {
  await field('Full Name').fill(name)
  await field('Email Address').fill(email)
  await field('Password').fill(password)
  await button('Create Account').click()
}

let backend: FakeBackend
beforeEach(() => {
  backend = new FakeBackend()
  backend.answer('GET', '/auth/v1/settings', () => Response.json({ external: { email: true } }))
  SitePage.open('/auth', AuthRoute, backend)
})

it.each(phoneAndDesktop)('[axe] on $device: its forms, what is missing, and a failure', async ({ size }) => {
  await page.viewport(...size)
  const refusal = { code: 'invalid_credentials', message: 'Invalid login credentials' }
  backend.answer('POST', '/auth/v1/token', () => Response.json(refusal, { status: 400 }))
  await button('Sign In to Dashboard').click()
  await expect.element(field('Email')).toHaveFocus()
  await expectAccessible()
  await field('Email').fill('nobody@nowhere.test')
  await field('Password').fill('wrong-secret')
  await button('Sign In to Dashboard').click()
  await expect.element(alert).toBeVisible()
  await expectAccessible()
  await tab('Sign Up').click()
  await button('Create Account').click()
  await expectAccessible()
  await tab('Sign In').click()
  await button(/forgot/i).click()
  await button(/send/i).click()
  await expectAccessible()
})

describe('[sign-in.md#signing-up] signing up', () => {
  beforeEach(() => tab('Sign Up').click())

  it('asks for all three fields', async () => {
    await signUp({ name: '', email: '', password: '' })
    await expect.element(field('Full Name')).toHaveFocus()
    await signUp({ ...nova, email: 'me' })
    await expect.element(field('Email Address')).toHaveFocus()
    await signUp({ ...nova, password: '' })
    await expect.element(field('Password')).toHaveFocus()
    await expect.element(field('Email Address')).toHaveAttribute('type', 'email')
    expect(backend.sent('POST', SIGN_UP)).toEqual([])
  })

  it('reads Creating Account... while busy and takes no second click', async () => {
    const answered = Promise.withResolvers<void>()
    backend.answer('POST', SIGN_UP, async () => {
      await answered.promise
      return Response.json({ id: crypto.randomUUID(), email: nova.email, aud: '', app_metadata: {}, user_metadata: {} })
    })
    await field('Full Name').fill(nova.name)
    await field('Email Address').fill(nova.email)
    await field('Password').fill(nova.password)
    await button('Create Account').dblClick()
    await expect.element(button('Creating Account...')).toBeDisabled()
    answered.resolve()
    await expectToast('Welcome!')
    expect(backend.sent('POST', SIGN_UP)).toHaveLength(1)
  })

  it('says so when the server fails, and keeps what was typed', async () => {
    const failure = { code: 500, error_code: 'unexpected_failure', msg: 'The mail is stuck' }
    backend.answer('POST', SIGN_UP, () => Response.json(failure, { status: 500 }))
    await signUp(nova)
    await expect.element(alert).toMatchTextContent('The mail is stuck')
    await expectDestructiveToast('Sign up failed', 'The mail is stuck')
    await expect.element(field('Full Name')).toHaveValue(nova.name)
    await expect.element(field('Email Address')).toHaveValue(nova.email)
  })
})

describe('[sign-in.md#forgotten-password] asking for a link', () => {
  const shown = () => document.querySelector('main')?.innerText

  it.each([
    [422, 'otp_disabled'],
    [429, 'over_email_send_rate_limit'],
  ])(
    'says that one is on its way if there is an account, and what to do if none comes (%i, %s)',
    async (status, code) => {
      const refusal = () => Response.json({ error_code: code, msg: code }, { status })
      backend.answer('POST', '/auth/v1/recover', refusal)
      await button(/forgot/i).click()
      await page.getByRole('textbox', { name: 'Email' }).fill(nova.email)
      await button(/send/i).click()
      await expect.poll(shown).toContain('a link to choose a new password is on its way')
      expect(shown()).toContain('If none comes, look among spam, or try again in an hour.')
    },
  )
})
