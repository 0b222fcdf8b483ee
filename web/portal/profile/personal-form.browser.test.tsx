import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectDestructiveToast, expectToast } from '../../testing/expect.ts'
import { noAnswer } from '../../testing/fake-backend.ts'
import { ana } from '../../testing/people.ts'
import { displayName, openProfile, PROFILES } from '../../testing/profile-scene.ts'

const avatar = () => page.getByLabelText('Avatar URL')
const save = () => page.getByRole('button', { name: 'Save Changes' })

async function open() {
  const portal = openProfile()
  await expect.element(displayName()).toHaveValue('Ana Reyes')
  return portal
}

it('saves the name trimmed, once, and shows it everywhere', async () => {
  const { backend } = await open()
  await displayName().fill('  Trimmed Tess ')
  await save().dblClick()
  await expectToast('Profile updated')
  await expect.element(page.getByText('Welcome, Trimmed Tess')).toBeVisible()
  expect(backend.sent('PATCH', PROFILES).map(({ query, body }) => ({ query, body }))).toEqual([
    { query: { id: `eq.${ana.id}` }, body: { display_name: 'Trimmed Tess', avatar_url: null } },
  ])
})

it('takes a web address for the avatar and nothing else', async () => {
  const { backend } = await open()
  await expect.element(avatar()).toHaveAttribute('type', 'url')
  await avatar().fill('not a web address')
  await save().click()
  await expect.element(avatar()).toHaveFocus()
  expect(backend.sent('PATCH', PROFILES)).toEqual([])
})

it('shows the picture one has chosen', async () => {
  await open()
  const picture = () => document.querySelector<HTMLImageElement>('main img')?.src
  expect(picture()).toBeUndefined()
  await avatar().fill('https://pictures.test/me.png')
  await save().click()
  await expect.poll(picture).toBe('https://pictures.test/me.png')
})

it('says that saving failed, and keeps what was typed', async () => {
  const { backend } = await open()
  backend.answer('PATCH', PROFILES, noAnswer)
  await displayName().fill('Half Saved')
  await save().click()
  await expectDestructiveToast('Failed to update profile. Please try again.')
  await expect.element(displayName()).toHaveValue('Half Saved')
})

it('keeps what was typed through a reload and the way back, until it is saved', async () => {
  const portal = await open()
  await displayName().fill('Half Typed')
  portal.reload()
  await expect.element(displayName()).toHaveValue('Half Typed')
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect.element(displayName()).not.toBeInTheDocument()
  portal.back()
  await expect.element(displayName()).toHaveValue('Half Typed')
  await save().click()
  await expectToast('Profile updated')
  await displayName().fill('')
  await displayName().fill('Half Typed')
  portal.reload()
  await expect.element(page.getByText('Welcome, Half Typed')).toBeVisible()
  await expect.element(displayName()).toHaveValue('Half Typed')
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft/'))).toEqual([])
})
