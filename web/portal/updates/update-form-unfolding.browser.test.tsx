import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { WEBSITE } from '../../testing/client-scene.ts'
import { expectToast } from '../../testing/expect.ts'
import { field, fill, form, openForm, submit, UPDATES } from '../../testing/update-scene.ts'

const aSwitch = (name: string) => form().getByRole('switch', { name })
const created = () => expectToast('Success', 'Client update created successfully')

describe('[client-updates.md#form] the type Milestone and the switch', () => {
  const type = () => field('Update Type')

  it('agree, whichever is used', async () => {
    await openForm()
    await field('Title').fill('Half way')
    await aSwitch('Mark as Milestone').click()
    await expect.element(type()).toHaveValue('milestone')
    await aSwitch('Mark as Milestone').click()
    await expect.element(type()).toHaveValue('progress')
    await type().selectOptions('Milestone')
    await expect.element(aSwitch('Mark as Milestone')).toBeChecked()
    await type().selectOptions('General')
    await expect.element(aSwitch('Mark as Milestone')).not.toBeChecked()
  })

  it('leave a delivery what it is', async () => {
    const { backend } = await openForm()
    await fill()
    await type().selectOptions('Delivery')
    await aSwitch('Mark as Milestone').click()
    await submit().click()
    await created()
    expect(backend.sent('POST', UPDATES)[0]?.body).toMatchObject({ update_type: 'delivery', is_milestone: true })
  })
})

describe('[client-updates.md#form] the rest of the form', () => {
  const height = () => form().element().getBoundingClientRect().height

  it('unfolds when somebody writes, and folds when the update is created', async () => {
    await openForm()
    const folded = height()
    expect(folded).toBeLessThan(90)
    await field('Title').fill('M')
    await expect.poll(height).toBeGreaterThan(300)
    await fill()
    await submit().click()
    await created()
    await expect.poll(height).toBe(folded)
    await expect.element(field('Title')).toHaveFocus()
  })

  it('unfolds for who reaches it with the keyboard, and for a draft', async () => {
    const { portal } = await openForm()
    field('Title').element().focus()
    await userEvent.keyboard('{Tab}')
    await expect.element(field('Project')).toHaveFocus()
    await expect.poll(height).toBeGreaterThan(300)
    await userEvent.keyboard('W')
    portal.reload()
    await expect.element(field('Project')).toHaveValue(WEBSITE)
    await expect.poll(height).toBeGreaterThan(300)
  })
})
