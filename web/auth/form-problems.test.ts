import { expect, it } from 'vitest'
import { validateFields } from './form-problems.ts'

const input = (name: string, value: string) => ({ name, value, required: true, type: name })
const labelOf = (name: string) => ({ email: 'Email', password: 'Password' })[name] ?? name

it('names every field that is empty, also one with spaces alone', () => {
  expect(validateFields([input('email', ''), input('password', '   ')], labelOf)).toEqual({
    email: 'Email is required.',
    password: 'Password is required.',
  })
})

it('says what an email address looks like', () => {
  expect(validateFields([input('email', 'ana')], labelOf)).toEqual({
    email: 'Enter an email address, like name@example.com.',
  })
  expect(validateFields([input('email', 'ana..reyes@north.test')], labelOf)).toEqual({
    email: 'There are two dots in a row in this email address.',
  })
})

it('has nothing to say about a filled form', () => {
  expect(validateFields([input('email', 'ana@north.test'), input('password', ' x ')], labelOf)).toEqual({})
})
