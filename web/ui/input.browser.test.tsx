import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useForm } from 'react-hook-form'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { Input, Textarea } from './input.tsx'

function Fields() {
  const [text, setText] = useState('')
  const { register, watch } = useForm({ defaultValues: { words: '' } })
  return (
    <>
      <Input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <Textarea aria-label="Words" {...register('words')} />
      <output>{JSON.stringify([text, watch('words')])}</output>
    </>
  )
}

it('[what-people-type.md#nul] a text field removes NUL characters before a form reads them', async () => {
  const house = document.body.appendChild(document.createElement('div'))
  const root = createRoot(house)
  onTestFinished(() => {
    root.unmount()
    house.remove()
  })
  root.render(<Fields />)
  await page.getByLabelText('Text').fill('a\0b')
  await page.getByLabelText('Words').fill('\0c\0')
  await expect.element(page.getByText('["ab","c"]')).toBeVisible()
  await expect.element(page.getByLabelText('Text')).toHaveValue('ab')
  await expect.element(page.getByLabelText('Words')).toHaveValue('c')
})
