import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FakeBackend } from '../../testing/fake-backend.ts'
import { ana, ben, north } from '../../testing/people.ts'
import { Portal } from '../../testing/portal.tsx'
import { MentionField } from './mention-field.tsx'

const onKeyDown = vi.fn()
const screens = [
  { path: '/dashboard', Component: () => <MentionField side="below" aria-label="Note" onKeyDown={onKeyDown} /> },
]
const field = () => page.getByRole('textbox', { name: 'Note' })
const option = (name: string) => page.getByRole('option', { name })

function open() {
  const colleague = (id: string, display_name: string) => {
    const user_roles = [{ role: 'agency_staff' }]
    return { id, display_name, agency_id: north, deactivated_at: null, user_roles }
  }
  const backend = new FakeBackend({
    user_profiles: [
      colleague(ben.id, 'Ben Carter'),
      colleague(ana.id, 'Ana Novak'),
      colleague('carla', 'Carla Benson'),
    ],
  })
  Portal.open(backend, { screens, at: '/dashboard', as: ana })
}

it('[notices.md#mentioned] offers colleagues after an @, and puts the one that is taken into the words', async () => {
  open()
  await field().fill('')
  await userEvent.type(field(), 'For @ben')
  await expect.element(option('Ben Carter')).toHaveAttribute('aria-selected', 'true')
  await expect.element(option('Carla Benson')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(field()).toHaveValue('For @Carla Benson ')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  await userEvent.keyboard('@')
  await expect.element(page.getByRole('option')).toHaveLength(2)
  await option('Ben Carter').click()
  await expect.element(field()).toHaveValue('For @Carla Benson @Ben Carter ')
  await expect.element(field()).toHaveFocus()
})

it('leaves the keys to the field where there is nobody to take, or nobody is wanted', async () => {
  open()
  await userEvent.type(field(), '@be')
  await expect.element(option('Ben Carter')).toBeVisible()
  onKeyDown.mockClear()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument()
  expect(onKeyDown).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onKeyDown).toHaveBeenCalled()
  await expect.element(field()).toHaveValue('@be\n')
})
